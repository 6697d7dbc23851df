import { describe, expect, it } from 'vitest'

import { LineTranslation } from './line-translation.ts'
import {
  animus,
  claw1,
  claw2,
  compact,
  own,
  run,
  spec,
  spec16,
  td,
} from './translation-run.suite.ts'

const line = (data: string, meta = '{"duration_ms":5,"request_id":"r1"}'): string =>
  `{"ok":true,"data":${data},"error":null,"warnings":[],"meta":${meta}}\n`

describe('the payload', () => {
  it('of a success is kept as it is written', () => {
    const input =
      line('{"a":1.0,"b":[12345678901234567890]}') +
      line('{"a":2}', '{"duration_ms":7,"request_id":"r2"}')
    const { text, summary } = run(spec, td, input, { losses: true })
    expect(text).toBe(
      '{"ok":true,"type":"success","data":{"a":1.0,"b":[12345678901234567890]}}\n' +
        '{"ok":true,"type":"success","data":{"a":2}}\n',
    )
    expect(summary).toMatchObject({ lines: 2, translated: 2, failed: 0 })
    expect(summary.losses).toContainEqual({
      pointer: '/meta/duration_ms',
      kind: 'duration',
      stowed_at: null,
      lines: 2,
    })
  })

  it.each(['x', 'naïve', 'αβγ 😀', '\\ud800'])('of a long line is kept too: %s', (word) => {
    const data = `{"a":"${word.repeat(3000)}","b":1.0}`
    const meta = `{"duration_ms":5,"request_id":"é${word}"}`
    const { text } = run(spec, td, line(data, meta) + line('{"é":1}') + line(data, meta))
    const long = `{"ok":true,"type":"success","data":${data}}\n`
    expect(text).toBe(`${long}{"ok":true,"type":"success","data":{"é":1}}\n${long}`)
  })

  it('is kept beside other values', () => {
    const input = line('{"a":1}') + line('{"a":1}', '{"duration_ms":70,"request_id":"other-1"}')
    const { text } = run(spec, spec16, input)
    expect(text).toBe(input)
  })

  it('is kept from td to animus and back', () => {
    const { text } = run(td, animus, '{"ok": true, "type": "task", "data": [{"id": 1}]}\r\n')
    expect(text).toBe('{"schema":"animus.cli.v1","ok":true,"data":[{"id": 1}]}\n')
    expect(run(animus, td, text).text).toBe('{"ok":true,"type":"success","data":[{"id": 1}]}\n')
  })

  it('of described dialects is kept too', () => {
    const { text } = run(own, td, '{"success":true,"result":[1,2],"meta":{}}\n')
    expect(text).toBe('{"ok":true,"type":"success","data":[1,2]}\n')
  })

  it('may have names of the envelope inside', () => {
    const data =
      '{"ok":false,"data":{"data":[{"error":{"code":"x"}}],"meta":{"duration_ms":3}},"error":"no"}'
    expect(run(spec, td, line(data)).text).toBe(`{"ok":true,"type":"success","data":${data}}\n`)
  })
})

describe('flat documents', () => {
  it('moves payload members beside those of the envelope', () => {
    const input = line('{"a":1.0,"10":[ 2 ]}') + line('{"b":{"type":1}}')
    const { text } = run(spec, claw1, input, { stow: 'exact' })
    const stowed = '"x_envelope":{"restore":{"/meta/duration_ms":5,"/meta/request_id":"r1"}}'
    expect(text).toBe(
      `{"type":"success","a":1.0,"10":[ 2 ],${stowed}}\n` +
        `{"type":"success","b":{"type":1},${stowed}}\n`,
    )
    expect(run(spec, claw1, input).text).toBe(
      '{"type":"success","a":1.0,"10":[ 2 ]}\n{"type":"success","b":{"type":1}}\n',
    )
  })

  it('wraps payloads that have a name of the envelope', () => {
    const input = ['{"a":1}', '{"type":2}', '{"ty\\u0070e":3}', '{"data":4}', '[5]', '{"a":6}']
    const { text } = run(
      td,
      claw1,
      input.map((data) => `{"ok":true,"type":"t","data":${data}}\n`).join(''),
    )
    expect(text.split('\n')).toEqual([
      '{"type":"success","a":1}',
      '{"type":"success","data":{"type":2}}',
      '{"type":"success","data":{"ty\\u0070e":3}}',
      '{"type":"success","data":{"data":4}}',
      '{"type":"success","data":[5]}',
      '{"type":"success","a":6}',
      '',
    ])
  })

  it('takes payload members out of flat documents again', () => {
    const stowed = '"x_envelope":{"restore":{"/meta/duration_ms":5,"/meta/request_id":"r1"}}'
    const payloads = ['"a":1.0,"10":[ 2 ]', '"b":{"type":1}', '"data":[5]', '"a":1,"b":2']
    const input = payloads.map((members) => `{"type":"success",${members},${stowed}}\n`).join('')
    const { text } = run(claw1, spec, input)
    expect(text).toBe(
      line('{"a":1.0,"10":[ 2 ]}') + line('{"b":{"type":1}}') + line('[5]') + line('{"a":1,"b":2}'),
    )
    expect(run(claw1, claw1, input, { stow: 'exact' }).text).toBe(input)
  })

  it('joins the pieces of a payload as they were written', () => {
    const input = '{"a":1.0,"type":"success","b":2, "status":"x"}\n'
    const { text } = run(claw1, td, input)
    expect(text).toBe('{"ok":true,"type":"success","data":{"a":1.0,"b":2, "status":"x"}}\n')
  })

  it('gives all lines without a time the same one', () => {
    const { text } = run(td, claw2, '{"ok":true,"type":"t","data":{"a":1}}\n'.repeat(2))
    expect(text.match(/"timestamp":"2026-11-15T03:00:00Z"/g)).toHaveLength(2)
  })

  it('prints only the payload in a dialect without an envelope', () => {
    const { text } = run(spec, compact, line('{"a": 1}') + line('[1.0]') + line('"x"'))
    expect(text).toBe('{"a": 1}\n[1.0]\n"x"\n')
  })
})

describe('bad lines', () => {
  it('are numbered as an editor numbers them, blank ones included', () => {
    const { text } = run(spec, td, `${line('[1]')}\n\r\nnonsense\n\n{]`)
    expect(text.split('\n').flatMap((answer) => /"line":(\d+)/.exec(answer)?.[1] ?? [])).toEqual([
      '4',
      '6',
    ])
  })

  it('are counted by problem if they can still be read', () => {
    const twice = '{"ok":true,"ok":true,"type":"task","data":[1]}\n'
    const { summary } = run(td, spec, twice.repeat(3) + twice.replace('[1]', '1'))
    expect(summary).toMatchObject({ lines: 4, failed: 0 })
    expect(summary.problems).toEqual([{ code: 'duplicate_member', lines: 4 }])
  })

  it('have no problems with exit number or stream, which a line does not have', () => {
    const failure =
      '{"ok":false,"error":{"code":"NOT_FOUND","message":"m","suggestion":"","details":{}}}\n'
    expect(run(td, spec, failure).summary.problems).toEqual([])
  })

  it('become one error line each, and the others continue', () => {
    const good = line('{"a":1}')
    const { text, summary } = run(
      spec,
      td,
      `${good}{"ok":true,"data":{"a"\n\n[1]\n${good.slice(0, -30)}\n${good}`,
    )
    const lines = text.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines.slice(1, 4).map((text) => JSON.parse(text) as unknown)).toEqual([
      { line: 2, error: { code: 'INVALID_JSON', message: expect.any(String) as string } },
      {
        line: 4,
        error: { code: 'WRONG_DIALECT', message: 'The line is not a document of spec-1.0.' },
      },
      { line: 5, error: { code: 'INVALID_JSON', message: expect.any(String) as string } },
    ])
    expect(summary).toMatchObject({ lines: 5, translated: 2, failed: 3 })
  })

  it.each(['{"a":tru}', '{"a":1,}', '{"a":"\\x"}', '{"a":01}', '[1 2]', '{"a":"\t"}', '{a:1}'])(
    'are found inside the payload: %s',
    (data) => {
      const { text } = run(spec, td, line('{"a":1}') + line(data))
      expect(JSON.parse(text.split('\n')[1]!)).toMatchObject({
        line: 2,
        error: { code: 'INVALID_JSON' },
      })
    },
  )

  it('include lines that are not UTF-8, and no others', () => {
    const bad = Buffer.concat([
      Buffer.from('{"ok":true,"data":["'),
      Buffer.from([0xff]),
      Buffer.from('"]}\n'),
    ])
    const { text, summary } = run(
      spec,
      td,
      Buffer.concat([Buffer.from(line('[1]')), bad, Buffer.from(line('[2]'))]),
    )
    expect(JSON.parse(text.split('\n')[1]!)).toMatchObject({
      line: 2,
      error: { code: 'INVALID_UTF8' },
    })
    expect(summary).toMatchObject({ translated: 2, failed: 1 })
  })

  it('include lines over the limit, which do not fill the memory', () => {
    const long = line(`["${'x'.repeat(5000)}"]`)
    const { text, summary } = run(spec, td, line('[1]') + long + line('[2]'), {
      maxLineBytes: 1000,
      chunk: 64,
    })
    expect(JSON.parse(text.split('\n')[1]!)).toEqual({
      line: 2,
      error: { code: 'LINE_TOO_LONG', message: 'The line is longer than 1000 bytes.' },
    })
    expect(summary).toMatchObject({ lines: 3, translated: 2, failed: 1 })
    expect(run(spec, td, long, { maxLineBytes: long.length - 1 }).summary.failed).toBe(0)
    expect(run(spec, td, long.trimEnd(), { maxLineBytes: long.length - 2 }).summary.failed).toBe(1)
  })
})

describe('failures', () => {
  it('stay failures, with the category of their code', () => {
    const input =
      '{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"No.","retryable":false},"warnings":[],"meta":{"duration_ms":1}}\n'
    const { text } = run(spec, animus, input)
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      error: { code: 'not_found', message: 'No.', exit_code: 3 },
    })
  })

  it('survive an exact round trip unchanged', () => {
    const input =
      '{"ok":false,"data":null,"error":{"code":"SLOW","message":"m","retryable":true,"retry_after":3},"warnings":["w"],"meta":{"duration_ms":1}}\n'
    const exact = { stow: 'exact' } as const
    const there = run(spec, td, input, exact).text
    expect(JSON.parse(run(td, spec, there, exact).text)).toMatchObject(JSON.parse(input) as object)
  })
})

it('accepts a byte order mark, blank lines and a last line without a line feed', () => {
  const { text, summary } = run(spec, td, `\uFEFF${line('[1]')}\n  \r\n${line('[2]').trimEnd()}`, {
    chunk: 7,
  })
  expect(text).toBe(
    '{"ok":true,"type":"success","data":[1]}\n{"ok":true,"type":"success","data":[2]}\n',
  )
  expect(summary.lines).toBe(2)
})

it('grows for a line that is longer than its memory', () => {
  const data = `["${'é'.repeat(3_000_000)}"]`
  const { text } = run(spec, td, line('[1]') + line(data), { chunk: 65_536 })
  expect(text.split('\n')[1]).toBe(`{"ok":true,"type":"success","data":${data}}`)
})

it('runs beside another translation', () => {
  const first = new LineTranslation(spec, td, { losses: true })
  const second = new LineTranslation(spec, animus)
  const bytes = Buffer.from(line('{"a":1}').repeat(3))
  first.feed(bytes)
  const one = first.end()
  const others = [second.feed(bytes), second.end()].map(String).join('')
  const third = new LineTranslation(td, spec)
  expect(String(third.feed(Buffer.from('{"ok":true,"type":"t","data":[1]}\n')))).toContain(
    '"data":[1]',
  )
  expect(String(one)).toBe('')
  expect(others).toBe('{"schema":"animus.cli.v1","ok":true,"data":{"a":1}}\n'.repeat(3))
  expect(new Set(first.summary().losses.map(({ lines }) => lines))).toEqual(new Set([3]))
})
