import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { EXIT_CODE_TABLES } from '../codes/exit-code-tables.ts'
import type { Generation, RespondGeneration } from '../codes/exit-names.ts'
import { respond } from './respond.ts'
import { ENVELOPE_SAMPLES } from './samples.table.ts'
import { validateEnvelope } from '../validate/validate-envelope.ts'

interface Fixture {
  readonly generation: RespondGeneration
  readonly exit: string
  readonly exit_code: number
  readonly envelope: object
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../../fixtures/${path}`, import.meta.url), 'utf8'))

test.each(
  ENVELOPE_SAMPLES.map(({ generation, name, input }) => [`${generation}/${name}`, input] as const),
)('respond() makes exactly fixtures/envelopes/%s.json', (path, input) => {
  const fixture = read(`envelopes/${path}.json`) as Fixture
  const envelope = respond(input)
  expect(JSON.stringify(envelope)).toBe(JSON.stringify(fixture.envelope))
  expect(validateEnvelope(fixture.envelope, fixture.generation)).toEqual([])
  expect(envelope.ok).toBe(fixture.exit_code === 0)
})

test('respond() makes the answer that the founding document shows', () => {
  const { envelope } = read('envelopes/1.0/arg-error.json') as Fixture
  expect(envelope).toEqual({
    ok: false,
    data: null,
    error: {
      code: 'INVALID_ENVIRONMENT',
      message: "Unknown target environment 'prodution'",
      retryable: true,
      phase: 'validation',
      suggestion: 'Valid environments: prod, staging, dev',
    },
    warnings: [],
    meta: { duration_ms: 5 },
  })
})

test('fixtures/codes.json has the numbers of the tables', () => {
  const codes = read('codes.json') as {
    readonly exit_codes: Record<Generation, Record<string, { readonly number: number }>>
  }
  for (const generation of ['1.0', '1.6'] as const) {
    for (const [name, { number }] of Object.entries(EXIT_CODE_TABLES[generation])) {
      expect(codes.exit_codes[generation][name]?.number).toBe(number)
    }
  }
})
