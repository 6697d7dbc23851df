import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fail, PHASES, type Outcome } from '../../../contract/index.ts'
import { jsonValue, outcome } from '../../outcome.arbitrary.ts'
import { toSpecDocument } from '../document.ts'
import { encodeEveryday } from './write-everyday.ts'

const text = fc.string({ maxLength: 12 })

const refusal: fc.Arbitrary<Outcome> = fc
  .record({
    error: fc.record(
      {
        code: fc.oneof(fc.constantFrom('ARG_ERROR', 'UNKNOWN_FLAG', 'MINE'), text),
        message: text,
        detail: text,
        suggestion: text,
        phase: fc.constantFrom(...PHASES),
      },
      { requiredKeys: ['code', 'message'] },
    ),
    warnings: fc.array(text, { maxLength: 2 }),
    meta: fc.dictionary(fc.oneof(fc.constantFrom('command', 'errors', 'cursor'), text), jsonValue, {
      maxKeys: 3,
    }),
    duration: fc.nat(),
  })
  .map(({ error, warnings, meta, duration }) =>
    fail({ exit: 'ARG_ERROR', error, warnings, meta: { ...meta, duration_ms: duration } }),
  )

test('writes the bytes that the encoder writes, or leaves the answer to it', () => {
  let written = 0
  fc.assert(
    fc.property(fc.oneof(refusal, outcome), (given) => {
      const light = encodeEveryday(given)
      if (light === null) return
      written += 1
      const full = toSpecDocument('1.0', given)
      expect(JSON.stringify(light.document)).toBe(JSON.stringify(full.document))
      expect(light).toEqual({ ...full, losses: given.ok ? full.losses : [] })
    }),
  )
  expect(written).toBeGreaterThan(5)
})

test('a refused call needs no encoder', () => {
  const error = {
    code: 'UNKNOWN_FLAG',
    message: 'There is no option --x.',
    phase: 'validation',
    suggestion: 'Did you mean --y?',
  } as const
  const refused = fail({ exit: 'ARG_ERROR', error, meta: { duration_ms: 4 } })
  expect(encodeEveryday(refused)).toMatchObject({ exit_code: 3 })
  expect(encodeEveryday(fail({ exit: 'NOT_FOUND', error }))).toBeNull()
})
