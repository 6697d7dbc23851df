import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../contract/index.ts'
import { outcome as anyOutcome } from '../arbitrary-outcome.cases.ts'
import { TIMEOUT_MESSAGE } from '../claw-members.ts'
import { animus, claw2, dialects, run, spec, spec16, td } from './translation-run.cases.ts'

const failure = (message: string, more = ''): string =>
  `{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"${message}","retryable":false${more}},"warnings":[],"meta":{"duration_ms":5}}\n`

describe('lines of a known shape', () => {
  it('are put together without being read', () => {
    const input = failure('no task 1') + failure('no task 2') + failure('nothing \\"here\\"\\n')
    const { text, summary } = run(spec, td, input)
    expect(text).toBe(run(spec, td, input, { splice: false }).text)
    expect(text.split('\n').map((line) => /"message":"(.*?)","sugg/.exec(line)?.[1])).toEqual([
      'no task 1',
      'no task 2',
      'nothing \\"here\\"\\n',
      undefined,
    ])
    expect(summary).toMatchObject({ lines: 3, failed: 0, fast: 3 })
    expect(summary.losses).toContainEqual(
      expect.objectContaining({ pointer: '/meta/duration_ms', lines: 3 }),
    )
  })

  it('may differ in a payload that is a number or a text', () => {
    const line = (data: string): string => `{"ok":true,"type":"t","data":${data}}\n`
    const input = ['1', '2', '-3.5', '1.0', '"a"', '"b"', '""', 'null', 'true', '0']
      .map(line)
      .join('')
    for (const to of [spec, claw2, animus]) {
      const { text, summary } = run(td, to, input)
      expect(text).toBe(run(td, to, input, { splice: false }).text)
      expect(summary.fast).toBe(10)
    }
  })

  it('differ where a member that decides anything does', () => {
    const late = failure('m').replace('NOT_FOUND', 'TIMEOUT')
    const { text } = run(spec, animus, failure('m').repeat(2) + late + failure('m'))
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).error.code),
    ).toEqual(['not_found', 'not_found', 'unavailable', 'not_found'])
  })

  it.each([
    ['an empty text', ''],
    ['an escape that no writer uses', 'a\\/b \\u0041'],
    ['a text that a writer recognises', TIMEOUT_MESSAGE],
    ['a text that stands elsewhere in the line', 'NOT_FOUND'],
    ['a stand-in of our own', 'surety-stand-in-for-text-100'],
    ['a text of many bytes', 'é😀'.repeat(300)],
  ])('take %s for what it is', (_name, message) => {
    const input = failure('one').repeat(2) + failure(message).repeat(2)
    for (const to of [td, claw2, spec16, animus]) {
      expect(run(spec, to, input).text).toBe(run(spec, to, input, { splice: false }).text)
    }
  })

  it.each([{}, { scanner: 'script' as const }])(
    'differ where two texts are the same, which a writer may notice',
    (options) => {
      const line = (suggestion: string, remediation: string): string =>
        `{"ok":false,"error":{"code":"not_found","message":"m","suggestion":"${suggestion}","details":{"remediation":"${remediation}"}}}\n`
      const input = line('a', 'b') + line('c', 'd') + line('e', 'e') + line('f', 'g')
      const { text } = run(td, animus, input, options)
      expect(text).toBe(run(td, animus, input, { splice: false }).text)
      // What animus reads as the suggestion need not be stowed.
      expect(text.split('\n').map((each) => each.includes('/error/suggestion'))).toEqual([
        true,
        true,
        false,
        true,
        false,
      ])
    },
  )

  it('are not taken for valid by their beginning', () => {
    const line = failure('m').trimEnd()
    const input = [line, `${line}x`, line.slice(0, -1), line.replace('[]', '[,]'), line].join('\n')
    const { summary } = run(spec, td, input)
    expect(summary).toMatchObject({ lines: 5, failed: 3 })
  })

  it('keep being learnt where many shapes come up', () => {
    const line = (n: number): string => failure('m').replace('NOT_FOUND', `CODE_${n % 700}`)
    const input = Array.from({ length: 9000 }, (_, n) => line(n)).join('')
    const { text, summary } = run(spec, td, input)
    expect(summary.lines).toBe(9000)
    expect(text).toBe(run(spec, td, input, { splice: false }).text)
  })
})

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

/** Changes some of the texts and numbers of a document and leaves its shape as it is. */
function vary(
  value: JsonValue,
  draw: () => number,
  values: readonly [string, number][],
): JsonValue {
  const [text, number] = values[draw() % values.length]!
  if (typeof value === 'string') return draw() % 3 === 0 ? value : text
  if (typeof value === 'number') return draw() % 2 === 0 ? value : number
  if (Array.isArray(value)) return value.map((item: JsonValue) => vary(item, draw, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const keeps = /^(ok|type|kind|schema|status|code)$/.test(key) && draw() % 4 > 0
      return [key, keeps ? item : vary(item, draw, values)]
    }),
  )
}

function toLine(document: JsonValue, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(document)
  const pretty = JSON.stringify(document, null, 1)
  return pretty.replace(/\n */g, ' ')
}

const pairs = dialects.flatMap((from) => dialects.map((to) => [from.id, to.id, from, to] as const))

describe.each(pairs)('lines alike, %s to %s', (_from, _to, from, to) => {
  it('give the same bytes and counts as one by one', () => {
    fc.assert(
      fc.property(
        anyOutcome,
        fc.array(fc.tuple(texts, numbers), { minLength: 2, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 7, maxLength: 31 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 900 }),
        (outcome, values, draws, isSpaced, chunk) => {
          const { document = null } = from.toDocument(outcome, { stow: 'exact' })
          let at = 0
          const draw = (): number => draws[at++ % draws.length]! + at
          const lines = Array.from({ length: 8 }, () => vary(document, draw, values))
          const input = [document, document, ...lines]
            .map((each) => toLine(each, isSpaced))
            .join('\n')
          const slow = run(from, to, input, { splice: false })
          for (const options of [{}, { chunk, scanner: 'script' as const }]) {
            const fast = run(from, to, input, options)
            expect(fast.text).toBe(slow.text)
            expect({ ...fast.summary, fast: 0 }).toEqual(slow.summary)
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
