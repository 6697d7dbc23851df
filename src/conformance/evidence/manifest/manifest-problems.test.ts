import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { listCommands } from '../../../client/index.ts'
import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { manifestSchema } from '../../../contract/schemas/manifest.ts'
import { manifestProblems } from './manifest-problems.ts'
import { schemaProblems } from './schema-problems.ts'

const exit = { description: 'Done', retryable: false, side_effects: 'none' }
const manifest = {
  schema_version: '3.21',
  framework_version: '1.0.0',
  etag: 'sha256:1',
  flags: {
    format: { type: 'enum', required: false, description: 'Format', enum_values: ['json'] },
  },
  exit_codes: { '0': { ...exit, name: 'SUCCESS' }, '2': { ...exit, name: 'ARG_ERROR' } },
  commands: {
    list: {
      description: 'Lists volumes',
      danger_level: 'safe',
      required_scopes: [],
      flags: { limit: { type: 'integer', required: false, description: 'Items' } },
      positionals: [{ name: 'zone', type: 'string', required: false, description: 'Zone' }],
      exit_codes: { '5': { ...exit, name: 'NOT_FOUND' } },
    },
  },
} satisfies JsonObject

test('reads what all commands share from the root of a manifest of 1.16', () => {
  const [list] = listCommands(manifest)
  expect(list?.flags.map(({ name }) => name)).toEqual(['limit', 'format', 'zone'])
  expect(list?.exits).toEqual([0, 2, 5])
})

describe('a manifest of 1.16', () => {
  test('is held against its own schema', async () => {
    expect(await manifestProblems(manifest, '1.16')).toEqual([])
    expect(await manifestProblems(manifest, undefined)).toEqual([])
    const { required_scopes: _scopes, ...list } = manifest.commands.list
    const wrong = { ...manifest, schema_version: '1.0', commands: { list } }
    expect(await manifestProblems(wrong, '1.16')).toEqual([
      '/schema_version must match ^3\\.(0|[1-9][0-9]*)$.',
      "/commands/list the member 'required_scopes' is missing.",
    ])
    expect(
      await manifestProblems({ ...manifest, schema_version: '1.0', name: 1 }, '1.0'),
    ).toContain('/name is not a member of this object.')
    expect(await manifestProblems('none', '1.16')).toEqual(['the root must be object.'])
  })
})

/** A value of the document, replaced, removed or given a neighbour. */
const mutated = fc
  .tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'add'), fc.jsonValue())
  .map(([choice, how, value]) => mutate(structuredClone(manifest), choice, how, value as JsonValue))

function mutate(document: JsonValue, choice: number, how: string, value: JsonValue): JsonValue {
  const places: [Record<string, JsonValue>, string][] = []
  const walk = (at: JsonValue) => {
    if (typeof at !== 'object' || at === null) return
    for (const [name, member] of Object.entries(at)) {
      places.push([at as Record<string, JsonValue>, name])
      walk(member)
    }
  }
  walk(document)
  const [owner, name] = places[choice % places.length]!
  if (how === 'replace') owner[name] = value
  else if (how === 'remove' && !Array.isArray(owner)) delete owner[name]
  else if (!Array.isArray(owner)) owner['neighbour'] = value
  return document
}

test.each(['1.0', '1.6', '1.16'] as const)(
  'accepts exactly what a full validator accepts for %s',
  (generation) => {
    const schema = manifestSchema(generation)
    const validate = new Ajv({ strict: false, logger: false }).compile(schema)
    fc.assert(
      fc.property(fc.oneof(mutated, fc.jsonValue()), (document) => {
        const problems = schemaProblems(schema, document as JsonValue)
        expect(problems.length === 0).toBe(validate(document))
      }),
    )
  },
)
