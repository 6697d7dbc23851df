import { describe, expect, it } from 'vitest'

import { TIMEOUT_MESSAGE } from '../../claw/members.ts'
import {
  animus,
  bare,
  claw1,
  claw2,
  compact,
  run,
  spec,
  spec16,
  spread,
  td,
} from '../translation-run.suite.ts'

const failure = (message: string, more = ''): string =>
  `{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"${message}","retryable":false${more}},"warnings":[],"meta":{"duration_ms":5}}\n`

describe('lines of a known shape', () => {
  it('are assembled without being parsed', () => {
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

  it('may differ in a payload that is a number or a string', () => {
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

  it('have another shape if a deciding member differs', () => {
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
    ['an empty string', ''],
    ['an unusual escape', 'a\\/b \\u0041'],
    ['a string that a writer recognises', TIMEOUT_MESSAGE],
    ['a string that appears elsewhere in the line', 'NOT_FOUND'],
    ['a stand-in of our own', 'surety-stand-in-for-text-100'],
    ['a string of many bytes', 'é😀'.repeat(300)],
  ])('are translated correctly with %s', (_name, message) => {
    const input = failure('one').repeat(2) + failure(message).repeat(2)
    for (const to of [td, claw2, spec16, animus]) {
      expect(run(spec, to, input).text).toBe(run(spec, to, input, { splice: false }).text)
    }
  })

  it.each([{}, { scanner: 'script' as const }])(
    'have another shape if other strings are equal, which a writer may notice',
    (options) => {
      const line = (suggestion: string, remediation: string): string =>
        `{"ok":false,"error":{"code":"not_found","message":"m","suggestion":"${suggestion}","details":{"remediation":"${remediation}"}}}\n`
      const input = line('a', 'b') + line('c', 'd') + line('e', 'e') + line('f', 'g')
      const { text } = run(td, animus, input, { ...options, stow: 'exact' })
      expect(text).toBe(run(td, animus, input, { splice: false, stow: 'exact' }).text)
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

  it('are recognised by which strings are equal', () => {
    const line = (code: string, message: string, suggestion: string): string =>
      `{"ok":false,"error":{"code":"${code}","message":"${message}","suggestion":"${suggestion}"}}\n`
    const long = 'l'.repeat(2000)
    const input = Array.from({ length: 40 }, (_, n) =>
      [
        line('x', `${long}${n}`, `${long}${n}`),
        line('x', 'x', `b${n}`),
        line('x', `c${n}`, 'd'),
      ].join(''),
    ).join('')
    const { text, summary } = run(td, animus, input)
    expect(text).toBe(run(td, animus, input, { splice: false }).text)
    expect(summary).toMatchObject({ lines: 120, fast: 120 })
  })

  it('may have unusual escapes, which are normalised', () => {
    const messages = [
      'caf\\u00e9',
      'a\\/b',
      '\\u0022\\u005c',
      '\\ud83d\\ude00',
      'plain',
      '\\u0070lain',
    ]
    const input = messages.map((message) => failure(message)).join('')
    const { text, summary } = run(spec, td, input)
    expect(text).toBe(run(spec, td, input, { splice: false }).text)
    expect(text).toContain('"message":"café"')
    expect(summary).toMatchObject({ lines: 6, fast: 6 })
  })

  it('may have numbers that are not normalised', () => {
    const numbers = ['1.0', '5.1e-05', '-0', '1E3', '12345678901234567890', '1e400', '0.10', '7']
    const input = numbers.map((number) => failure('m', `,"took":${number}`)).join('')
    const { text, summary } = run(spec16, td, input)
    expect(text).toBe(run(spec16, td, input, { splice: false }).text)
    expect(text).toContain('"took":0.000051')
    // All but those that do not survive.
    expect(summary).toMatchObject({ lines: 8, fast: 6 })
    const broken = ['01', '1.', '1.e5', '-', '1e'].map((each) => failure('m', `,"took":${each}`))
    expect(run(spec16, td, input + broken.join('')).summary.failed).toBe(5)
  })

  it('report a number that parsing changes, which never happens in a payload', () => {
    const big = '12345678901234567890'
    const line = (details: string, id: string): string =>
      failure('m', `,"details":${details},"id":${id}`)
    const input =
      line('{"a":[1]}', '1.0') +
      line(`{"a":[${big}]}`, '2.0') +
      line('{"a":[2]}', big) +
      line(`{"a":["${big}"]}`, '3.0') +
      `{"ok":true,"data":{"a":${big}},"error":null,"warnings":[],"meta":{"duration_ms":1}}\n` +
      `{"ok":true,"data":12345678901234567,"error":null,"warnings":[],"meta":{"duration_ms":1}}\n`
    for (const options of [{}, { splice: false }, { scanner: 'script' as const }]) {
      const { text, summary } = run(spec16, td, input, options)
      expect(summary.problems).toContainEqual({ code: 'number_inexact', lines: 2 })
      expect(text).toContain(`"data":{"a":${big}}`)
    }
  })

  it('are translated correctly if a string ends up inside another', () => {
    const line = (m: string): string =>
      `{"ok":true,"data":{},"error":null,"warnings":[{"m":"${m}"}],"meta":{"duration_ms":1}}\n`
    const input = line('one') + line('two') + line('say \\"x\\"')
    const { text } = run(spec, spec16, input)
    expect(JSON.parse(text.split('\n')[2]!).warnings).toEqual(['{"m":"say \\"x\\""}'])
  })

  it('may have details of any size, which are normalised', () => {
    const details = [
      '{"at":[1,2,3],"in":{"a":null}}',
      '{"at":[1.0, 2e3,-0, 12345678901234567890],"in":{ "b" : "\\u0041\\/" }}',
      '{"at":["x"],"in":{"a":1,"a":2,"7":0,"__proto__":[]}}',
      '{"at":[[[]],{}],"in":[true]}',
      '{"at":[0.1,0.0000001,0.30000000000000004],"in":{"é":"\\ud800"}}',
    ]
    const input = details
      .map((each, n) => failure(`m${n}`, `,"details":${each}`))
      .join('')
      .repeat(3)
    for (const to of [td, claw2, animus, spec]) {
      const { text, summary } = run(spec16, to, input)
      expect(text).toBe(run(spec16, to, input, { splice: false }).text)
      // All but those with a number that does not survive.
      expect(summary.fast).toBe(12)
    }
    expect(run(spec16, td, input).text).toContain('"at":[1,2000,0,12345678901234567000]')
  })

  it('may have a payload in pieces, which are moved one by one', () => {
    const pieces = (n: number): string =>
      `{"items":[1.0, 1e400,${n}],"type":"success","status":"s${n}","kind":"k", "total": ${n}.0}\n`
    const { text, summary } = run(claw1, td, pieces(1) + pieces(2))
    expect(text.split('\n')[1]).toBe(
      '{"ok":true,"type":"success","data":{"items":[1.0, 1e400,2],"status":"s2","total": 2.0}}',
    )
    expect(summary.fast).toBe(2)
  })

  it('may have a payload beside the envelope of a described dialect', () => {
    const line = (n: number): string => `{"status":"ok","a":[1.0,${n}],"cmd":"c","b":${n}.0}\n`
    const { text, summary } = run(spread, td, line(1) + line(2))
    expect(text.split('\n')[1]).toBe('{"ok":true,"type":"success","data":{"a":[1.0,2],"b":2.0}}')
    expect(summary.fast).toBe(2)
    const payload = (n: number): string => `[{"a": ${n}.0}]\n`
    const alone = run(bare, td, payload(1) + payload(2))
    expect(alone.text.split('\n')[1]).toBe('{"ok":true,"type":"success","data":[{"a": 2.0}]}')
    expect(alone.summary.fast).toBe(2)
  })

  it('may be failures with any members beside their error', () => {
    const line = (n: number): string =>
      `{"type":"error","error":"e${n}","kind":"not_found","hint":null,"path":"/${n}","at":[${n}]}\n`
    const { text, summary } = run(claw1, td, line(1) + line(2))
    expect(text.split('\n')[1]).toContain('"details":{"path":"/2","at":[2]}')
    expect(summary.fast).toBe(2)
  })

  it('may have suggested commands in their payload, which are taken out', () => {
    const line = (n: number): string =>
      `{"a":1.0,"type":"task","cta":{"description":"d","commands":[{"command":"show ${n}"}]},"b":[${n}]}\n`
    const { text, summary } = run(compact, spec, line(1) + line(2))
    expect(text.split('\n')[1]).toContain('"data":{"a":1.0,"type":"task","b":[2]},"error":null')
    expect(text.split('\n')[1]).toContain('"commands":[{"command":"show 2"}]')
    expect(summary.fast).toBe(2)
  })

  it('are not confused with the records of a stream', () => {
    const input = ['{"type":"task","data":[1]}', '{"type":"chunk","data":[2]}', '{"type":"chunk"}']
      .flatMap((line) => [line, line.replace('1', '3')])
      .join('\n')
    const { text } = run(compact, td, input)
    expect(text.match(/"data":.*/g)).toEqual(
      run(compact, td, input, { splice: false }).text.match(/"data":.*/g),
    )
    expect(text).toContain('"data":[[2]]}')
  })

  const spec6 = (details: string): string => failure('m', `,"details":${details}`)
  const tdError = (suggestion: string, details: string): string =>
    `{"ok":false,"error":{"code":"x","message":"m","suggestion":"${suggestion}","details":${details}}}`
  const common =
    '"timestamp":"t","command":"c","exit_code":1,"output_format":"json","schema_version":"2.0"'
  const flat = (members: string): string =>
    `{${common},${members},"error":{"kind":"x","operation":"o","target":"t","retryable":false,"message":"m"}}`
  const stowed = (data: string, more: string): string =>
    `{"ok":true,"data":${data},"error":null,"warnings":[],"meta":{"duration_ms":1,"x_envelope":${more}}}`

  it.each([
    [
      'the first of the problems with an input',
      spec16,
      claw2,
      [
        spec6('{"errors":[{"value":"a"}]}'),
        spec6('{"errors":[{"param":"b"}]}'),
        spec6('{"errors":["c"]}'),
      ],
    ],
    [
      'a next step among the details',
      td,
      animus,
      [
        tdError('a', '{"remediation":{"other":"b"}}'),
        tdError('c', '{"remediation":{"next_step":"c"}}'),
        tdError('d', '{"remediation":{"next_step":"e"}}'),
      ],
    ],
    [
      'names of a flat failure that the target uses itself',
      claw2,
      claw1,
      [flat('"path":[1]'), flat('"hint":[2]'), flat('"status":[3]'), flat('"data":[4]')],
    ],
    [
      'a next step beside a flat error',
      claw1,
      animus,
      ['"a":{"next_step":"b"}', '"remediation":{"next_step":"b"}', '"remediation":{"c":"b"}'].map(
        (member) => `{"type":"error","error":"e","kind":"not_found","hint":"b",${member}}`,
      ),
    ],
    [
      'a name of a flat failure that its error has as well',
      claw2,
      td,
      [flat('"path":"a"'), flat('"more":"b"').replace('"kind"', '"more":1,"kind"')],
    ],
    [
      'data that was stowed',
      spec,
      td,
      [
        stowed('{"a":1}', '{"restore":{"/data":{"b":2}}}'),
        stowed('{"b":2}', '{"restore":{"/data":{"c":3}}}'),
        stowed('{"value":3}', '{"data_at":"/data/value"}'),
        stowed('{"a":[4]}', '{"data_at":"/data/value"}'),
        stowed('{"value":[5]}', '{"data_at":"/data/value"}'),
        stowed('{"b":[6]}', '{"data_at":"/data/value"}'),
      ],
    ],
    [
      'suggested commands that are none',
      compact,
      spec,
      [
        '{"a":1,"cta":{"description":"d","commands":[{"command":"x"}]}}',
        '{"a":2,"cta":{"description":["d"],"commands":[{"command":"x"}]}}',
        '{"a":3,"cta":{"description":"e","commands":{"command":"x"}}}',
      ],
    ],
    [
      'a payload that is only called data',
      spec,
      claw1,
      ['{"data":[1],"b":2}', '{"data":[1]}', '{"data":1,"data":[2]}', '{"b":3}'].map((data) =>
        stowed(data, '{}'),
      ),
    ],
  ])('are translated correctly with %s, in any order', (_what, from, to, lines) => {
    for (const order of [lines, lines.toReversed()]) {
      const input = order.flatMap((line) => [line.trim(), line.trim(), line.trim()]).join('\n')
      expect(run(from, to, input).text).toBe(run(from, to, input, { splice: false }).text)
    }
  })

  it('are still checked after a valid beginning', () => {
    const line = failure('m').trimEnd()
    const input = [line, `${line}x`, line.slice(0, -1), line.replace('[]', '[,]'), line].join('\n')
    const { summary } = run(spec, td, input)
    expect(summary).toMatchObject({ lines: 5, failed: 3 })
  })

  it('are still learnt if many shapes come up', () => {
    const line = (n: number): string => failure('m').replace('NOT_FOUND', `CODE_${n % 700}`)
    const input = Array.from({ length: 3000 }, (_, n) => line(n)).join('')
    const { text, summary } = run(spec, td, input)
    expect(summary.lines).toBe(3000)
    expect(text).toBe(run(spec, td, input, { splice: false }).text)
  })
})
