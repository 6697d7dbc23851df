import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createLineTranslator } from './translate-line.ts'
import { dialects, run, sources } from './translation-run.suite.ts'
import { writeWithLosses } from '../write/losses.ts'

const pairs = sources.flatMap((from) => dialects.map((to) => [from.id, to.id, from, to] as const))

const scrap = fc.constantFrom(
  '1.0',
  '-0',
  '1e5',
  '1E+2',
  '12345678901234567890',
  '0.1',
  '"\\u0041\\/"',
  '"\\ud800"',
  '"é😀"',
  '""',
  'null',
  'true',
  '"\\"data\\":1,"',
  '"\\\\"',
  '{}',
  '[]',
  '{ }',
  '[ 1 , 2 ]',
  '{"10":1,"2":2}',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"data":{"data":1},"ok":false}',
  '"x_envelope"',
  '{"description":"d","commands":[]}',
  '"surety-stand-in-for-the-payload"',
)
const NAMES =
  'data error ok meta é 0 a\\u0062 a b c status type kind ty\\u0070e cta code timestamp x_envelope'
const payload: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    scrap,
    fc.json(),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES.split(' ')), tie('node')), { maxLength: 3 })
      .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
  ),
})).node
const meta = fc.oneof(
  fc
    .tuple(fc.nat(), fc.stringMatching(/^[a-z0-9 :-]{0,6}$/))
    .map(([ms, id]) => `{"duration_ms":${ms},"request_id":"${id}"}`),
  fc.constantFrom(
    '{}',
    'null',
    '{"duration_ms":1.5}',
    '{"duration_ms":1,"duration_ms":2}',
    '{"note":"\\"duration_ms\\":5"}',
    '{"type":"task","duration_ms":3}',
    '{"cursor":"c","truncated":true}',
    '{"command":"c","duration":"12ms"}',
    '{"command":"c","duration":"1.5s","cta":{"description":"d","commands":[]}}',
    '{"not_modified":true}',
    '{"x_envelope":{"data_at":"/data/value"}}',
    '{"x_envelope":{"remove":["/meta/duration_ms"]},"duration_ms":0}',
    '{"x_envelope":{"restore":{"/data":5}}}',
    '{"timestamp":"2026-11-15T00:00:00Z","duration_ms":8}',
  ),
)
const member = fc.oneof(
  { weight: 6, arbitrary: payload.map((value) => ['data', value] as const) },
  payload.map((value) => ['result', value] as const),
  fc.constantFrom('true', 'true', 'false', '1').map((value) => ['ok', value] as const),
  fc.constantFrom('true', 'false').map((value) => ['success', value] as const),
  fc
    .constantFrom('null', 'null', '{"code":"NOT_FOUND","message":"m"}', '"x"')
    .map((value) => ['error', value] as const),
  fc.constantFrom('[]', '["w"]').map((value) => ['warnings', value] as const),
  fc.constantFrom('"task"', '"a\\u0062"', '5').map((value) => ['type', value] as const),
  fc.constantFrom('"animus.cli.v1"', '"v2"').map((value) => ['schema', value] as const),
  meta.map((value) => ['meta', value] as const),
  payload.map((value) => ['d\\u0061ta', value] as const),
)
const common =
  '"timestamp":"2026-11-15T00:00:00Z","command":"c","exit_code":0,"output_format":"json","schema_version":"2.0"'

/** Puts the members of a payload between others, whatever it is. */
function flatten(data: string, before: string, after: string): string {
  const inner = data.startsWith('{') ? data.slice(1, -1) : `"a":${data}`
  return `{${[before, inner, after].filter((part) => part.trim() !== '').join(',')}}`
}

const usual = fc
  .tuple(payload, meta)
  .chain(([data, around]) =>
    fc.constantFrom(
      `{"ok":true,"data":${data},"error":null,"warnings":[],"meta":${around}}`,
      `{"ok": true, "type": "task", "data": ${data}}`,
      `{"schema":"animus.cli.v1","ok":true,"data":${data}}`,
      `{"success":true,"result":${data},"meta":${around}}`,
      `{"ok":false,"data":${data},"error":{"code":"x","message":"m"},"warnings":[],"meta":${around}}`,
      `{"ok":false,"data":${data},"error":{"code":"timeout","message":"m"},"meta":${around}}`,
      `{"ok":true,"data":${data},"meta":${around}}`,
      `{"type":"success","kind":"k","data":${data},"x_envelope":${around}}`,
      flatten(data, '"type":"success","kind":"k"', `"x_envelope":${around}`),
      flatten(data, '"type":"success"', '"kind":"k"'),
      flatten(data, common, `"x_envelope":${around}`),
      flatten(data, common, ''),
      data,
    ),
  )
const anyLine = fc.oneof(
  { weight: 4, arbitrary: usual },
  fc
    .array(member, { maxLength: 6 })
    .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
  fc.tuple(usual, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
  fc
    .tuple(usual, fc.nat(), fc.constantFrom('"', '\\', '}', ',', ' ', '\t', '\r', '\0'))
    .map(([text, at, insert]) => {
      const place = at % text.length
      return text.slice(0, place) + insert + text.slice(place)
    }),
  fc.string(),
)

const RUNS = 5

/** Parses JSON; the sign of zero, which only a payload keeps, does not count. */
function rewritten(json: string): unknown {
  return JSON.parse(JSON.stringify(JSON.parse(json)))
}

describe.each(pairs)('%s to %s', (_from, _to, from, to) => {
  it('gives the same lines for any chunks, and writes what the dialect would write', () => {
    const now = (): Date => new Date(0)
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 8 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('plain' as const, 'exact' as const),
        (lines, chunk, stow) => {
          const input = lines.join('\n')
          const whole = run(from, to, input, { stow })
          expect(run(from, to, input, { chunk, stow })).toEqual(whole)
          const translator = createLineTranslator(from, to, { now, stow })
          for (const result of lines.map((line) => translator(line))) {
            if (!result.ok) continue
            const options = { stow, now, ...(from.meaning && { meaning: from.meaning }) }
            const { document } = writeWithLosses(to, result.outcome, options)
            expect(rewritten(result.text)).toEqual(rewritten(JSON.stringify(document ?? null)))
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})
