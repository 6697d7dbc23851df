import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { entries, leanManifests, manifests, mutated } from './document.arbitrary.ts'
import { validateExitCodeEntry, validateManifest } from './validate-manifest.ts'

function published(path: string): (value: unknown) => boolean {
  const text = readFileSync(new URL(`../../../schemas/${path}`, import.meta.url), 'utf8')
  return new Ajv({ strictTypes: false }).compile(JSON.parse(text) as object)
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
      message: '/side_effects must be none where retryable is true.',
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
