import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { TIMEOUT_MESSAGE } from '../../claw/members.ts'
import { jsonValue, outcome as anyOutcome } from '../../outcome.arbitrary.ts'
import { dialects, run, sources } from '../translation-run.suite.ts'

const texts = fc.oneof(
  fc.constantFrom('', ' ', 'same', 'NOT_FOUND', 'timeout', 'a"b\\c', '\t\n', '\u0001', '\ud800'),
  fc.constantFrom(TIMEOUT_MESSAGE, 'x_envelope', 'é😀\u2028', 'a/b', 'ok', '2026-11-15T00:00:00Z'),
  fc.string({ maxLength: 40, unit: 'grapheme' }),
)
const numbers = fc.oneof(
  fc.constantFrom(0, 1, 5, 30, -1, 1.5, 1e21, 1e-7, 12345678901234),
  fc.integer(),
  fc.double({ noNaN: true }),
)

/** Changes some of the values of a document and leaves most of its shape as it is. */
function vary(
  value: JsonValue,
  draw: () => number,
  values: readonly (readonly [string, number, JsonValue])[],
): JsonValue {
  const [text, number, other] = values[draw() % values.length]!
  if (typeof value === 'string') return draw() % 3 === 0 ? value : text
  if (typeof value === 'number') return draw() % 2 === 0 ? value : number
  if (typeof value !== 'object' || value === null) return value
  if (draw() % 7 === 0) return other
  if (Array.isArray(value)) return value.map((item: JsonValue) => vary(item, draw, values))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const keeps = /^(ok|type|kind|schema|status|code)$/.test(key) && draw() % 4 > 0
      return [key, keeps ? item : vary(item, draw, values)]
    }),
  )
}

/** Adds members with names that mean something somewhere. */
function extend(document: JsonValue, draw: () => number, extras: readonly Extra[]): JsonValue {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document
  const members = Object.entries(document).map(
    ([name, value]) => [name, extend(value, draw, extras)] as const,
  )
  const [name, value] = extras[draw() % extras.length]!
  return Object.fromEntries(draw() % 3 === 0 ? [...members, [name, value]] : members)
}

type Extra = readonly [string, JsonValue]

const NAMES =
  'errors remediation cta commands details extra data value x_envelope next_steps fieldErrors status ' +
  'message hint found type kind ok code context 7 restore data_at param description meta warnings'
/** Names that one of the dialects has declared. */
const declared = [...sources, ...dialects].flatMap(({ readPlaces, writtenPlaces }) => [
  ...(readPlaces?.deciding ?? []),
  ...(readPlaces?.holders ?? []),
  ...(readPlaces?.durations ?? []),
  ...(readPlaces?.names.keys() ?? []),
  ...(writtenPlaces?.deciding ?? []),
  ...(writtenPlaces?.holders ?? []),
])
const extra = fc.tuple(fc.constantFrom(...new Set([...NAMES.split(' '), ...declared])), jsonValue)

/** Writes a document as different writers do: compact, with spaces, with escapes for all but ASCII. */
function toLine(document: JsonValue, style: number): string {
  const text = JSON.stringify(document)
  if (style === 0) return text
  if (style === 1) return JSON.stringify(document, null, 1).replace(/\n */g, ' ')
  const toEscape = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[\u0080-\uffff]/g, toEscape).replaceAll('/', '\\/')
}

const stowMode = fc.constantFrom('plain' as const, 'exact' as const)

const pairs = sources.flatMap((from) => dialects.map((to) => [from.id, to.id, from, to] as const))

describe.each(pairs)('lines alike, %s to %s', (_from, _to, from, to) => {
  it('give the same bytes and counts as parsing them', () => {
    fc.assert(
      fc.property(
        anyOutcome,
        fc.array(fc.tuple(texts, numbers, jsonValue), { minLength: 2, maxLength: 6 }),
        fc.array(extra, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(), { minLength: 7, maxLength: 31 }),
        fc.nat({ max: 2 }),
        fc.integer({ min: 1, max: 900 }),
        stowMode,
        (outcome, values, extras, draws, style, chunk, stow) => {
          let at = 0
          const draw = (): number => draws[at++ % draws.length]! + at
          const { document: written = null } = from.toDocument(outcome, { stow: 'exact' })
          const document = draw() % 2 === 0 ? written : extend(written, draw, extras)
          const lines = Array.from({ length: 8 }, () => vary(document, draw, values))
          const input = [document, document, ...lines].map((each) => toLine(each, style)).join('\n')
          const slow = run(from, to, input, { splice: false, stow })
          for (const options of [{ stow }, { stow, chunk, scanner: 'script' as const }]) {
            const fast = run(from, to, input, options)
            expect(fast.text).toBe(slow.text)
            expect({ ...fast.summary, fast: 0 }).toEqual(slow.summary)
          }
        },
      ),
      { numRuns: 2, endOnFailure: true },
    )
  })
})
