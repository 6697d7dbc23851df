import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import entrySchema from '../../../schemas/1.0/exit-code-entry.json' with { type: 'json' }
import { findProblems } from './validate-envelope.ts'
import { entries, leanManifests, manifests, mutated } from './document.arbitrary.ts'
import { validateManifest } from './validate-manifest.ts'

const validateExitCodeEntry = (value: unknown) => findProblems(entrySchema, value)

function published(path: string): (value: unknown) => boolean {
  const text = readFileSync(new URL(`../../../schemas/${path}`, import.meta.url), 'utf8')
  return new Ajv({ strict: false, logger: false }).compile(JSON.parse(text) as object)
}

function isLean(value: unknown): boolean {
  return (value as { schema_version?: unknown } | null)?.schema_version === '1.1'
}

describe.each([
  ['1.0/exit-code-entry.json', validateExitCodeEntry, entries],
  ['1.6/exit-code-entry.json', validateExitCodeEntry, entries],
  ['1.0/manifest-response.json', validateManifest, manifests],
  ['1.6/manifest-response.json', validateManifest, manifests],
  ['1.1/lean-manifest.json', validateManifest, leanManifests],
] as const)('against schemas/%s', (path, validate, documents) => {
  const accepts = published(path)

  test('accepts what is valid', () => {
    fc.assert(
      fc.property(documents, (value) => {
        expect(validate(value)).toEqual([])
        expect(accepts(value)).toBe(true)
      }),
    )
  })

  test('agrees on damaged documents and on any JSON value', () => {
    fc.assert(
      fc.property(fc.oneof(mutated(documents), fc.jsonValue()), (value) => {
        // Another version follows another schema.
        if (path.includes('manifest') && isLean(value) !== path.includes('lean')) return
        expect(validate(value).length === 0).toBe(accepts(value))
      }),
      { numRuns: 500 },
    )
  })
})

test('refuses an entry that is retryable after side effects', () => {
  const entry = { description: 'Some rows were written', retryable: true, side_effects: 'partial' }
  expect(validateExitCodeEntry(entry)).toEqual([
    {
      pointer: '/side_effects',
      code: 'VALUE_NOT_ALLOWED',
      message: '/side_effects must be "none".',
    },
  ])
})

test('counts characters, not UTF-16 units', () => {
  const entry = { description: '😀'.repeat(120), retryable: false, side_effects: 'none' }
  expect(validateExitCodeEntry(entry)).toEqual([])
})

test('never throws, even if the document does', () => {
  const hostile = new Proxy(
    { etag: 'x' },
    {
      get: () => {
        throw new Error('no')
      },
    },
  )
  expect(validateManifest(hostile).map(({ code }) => code)).toContain('UNREADABLE')
  expect(
    validateExitCodeEntry({
      get description() {
        throw new Error('no')
      },
    })[0]?.code,
  ).toBe('UNREADABLE')
})

describe('a manifest of contract 1.16', () => {
  const exit = { description: 'Done', retryable: false, side_effects: 'none' }
  const list = {
    description: 'Lists volumes',
    danger_level: 'safe',
    required_scopes: [],
    flags: { limit: { type: 'integer', required: false, description: 'Items' } },
    positionals: [{ name: 'zone', type: 'string', required: false, description: 'Zone' }],
    exit_codes: { '5': { ...exit, name: 'NOT_FOUND' } },
  }
  const manifest = {
    schema_version: '3.21',
    framework_version: '1.0.0',
    etag: 'sha256:1',
    flags: {
      format: { type: 'enum', required: false, description: 'Format', enum_values: ['json'] },
    },
    exit_codes: { '0': { ...exit, name: 'SUCCESS' }, '2': { ...exit, name: 'ARG_ERROR' } },
    commands: { list },
  }
  const messages = (...given: Parameters<typeof validateManifest>) =>
    validateManifest(...given).map(({ message }) => message)

  test('is held against its own schema', () => {
    expect(messages(manifest, '1.16')).toEqual([])
    expect(messages(manifest)).toEqual([])
    const { required_scopes: _scopes, ...unscoped } = list
    const wrong = { ...manifest, schema_version: '1.0', commands: { list: unscoped } }
    expect(messages(wrong, '1.16')).toEqual([
      '/schema_version must be a version that begins with 3, such as 3.0.',
      '/commands/list/required_scopes is missing.',
    ])
    expect(messages({ ...manifest, schema_version: '1.0', name: 1 }, '1.0')).toContain(
      '/name is not a member of this object.',
    )
    expect(messages('none', '1.16')).toEqual(['the document must be object, not string.'])
  })

  test('is accepted exactly if a full validator accepts it', () => {
    const accepts = published('1.16/manifest-response.json')
    fc.assert(
      fc.property(fc.oneof(mutated(fc.constant(manifest)), fc.jsonValue()), (value) => {
        expect(validateManifest(value, '1.16').length === 0).toBe(accepts(value))
      }),
    )
  })
})
