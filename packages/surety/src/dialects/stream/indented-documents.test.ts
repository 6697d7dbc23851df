import { describe, expect, it } from 'vitest'

import { run } from './translation-run.suite.ts'

const indented = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const task = { ok: true, type: 'task', data: { id: 7, note: 'a { b', list: [[], {}] } }
const written =
  '{"ok":true,"data":{"id":7,"note":"a { b","list":[[],{}]},"error":null,"warnings":[]'

describe('documents over several lines', () => {
  it('are translated one by one, in chunks of any size', async () => {
    const input = indented(task) + indented(task)
    for (const chunk of [1, 7, 4096]) {
      const { text, summary } = await run('td', 'spec-1.0', input, { chunk })
      expect(text.trimEnd().split('\n')).toEqual([
        expect.stringContaining(written),
        expect.stringContaining(written),
      ])
      expect(summary).toMatchObject({ lines: 2, translated: 2, failed: 0 })
    }
  })

  it('keep numbers of any length', async () => {
    const { text } = await run(
      'td',
      'spec-1.0',
      '{\n  "ok": true,\n  "type": "t",\n  "data": [12345678901234567890]\n}\n',
    )
    expect(text).toContain('"data":[12345678901234567890]')
  })

  it('stand among lines of JSON, and a broken line takes no other along', async () => {
    const line = `${JSON.stringify(task)}\n`
    const { text, summary } = await run(
      'td',
      'spec-1.0',
      `${line}${indented(task)}{\n${line}{"ok":\n${line}`,
    )
    expect(summary).toMatchObject({ lines: 6, translated: 4, failed: 2 })
    expect(text.split('\n').filter((each) => each.startsWith('{"line"'))).toHaveLength(2)
  })

  it.each([
    '{"ok":true,"type":"task",\n"data":{"id":7,"note":"a { b","list":[[],{}]}}\n',
    '{"ok":true,\n "type":"task",\n "data":{"id":7,"note":"a { b",\n "list":[[],{}]}\n}\n',
    '{ "ok": true\n, "type": "task"\n, "data": { "id": 7, "note": "a { b", "list": [[], {}] }\n}\n',
    '{"ok":true,"type":"task","data":\n{"id":7,"note":"a { b","list":[[],{}]}}\n',
    '{\n"ok":\ntrue,\n"type":"task",\n"data":\n{\n"id":\n7,\n"note":"a { b",\n"list":[[],{}]\n}\n}\n',
    '{"ok":true,"type":"task","data":{"id":7,"note":"a { b","list":[[],{}]}\r\n}\r\n',
  ])('are read however they are broken: %j', async (input) => {
    const line = `${JSON.stringify(task)}\n`
    for (const chunk of [1, 7, 4096]) {
      const { text, summary } = await run('td', 'spec-1.0', line + input + input + line, { chunk })
      expect(summary).toMatchObject({ lines: 4, translated: 4, failed: 0 })
      for (const each of text.trimEnd().split('\n')) expect(each).toContain(written)
    }
  })

  it('that break off end at the next document, and with a word that is no JSON', async () => {
    const line = `${JSON.stringify(task)}\n`
    const cut = line.slice(0, 40)
    const { text, summary } = await run(
      'td',
      'spec-1.0',
      `${cut}\n${line}{"ok":true,\n${line}${cut}\ndone\n${cut}`,
    )
    expect(summary).toMatchObject({ lines: 7, translated: 2, failed: 5 })
    const failures = text.split('\n').filter((each) => each.startsWith('{"line"'))
    expect(failures.map((each) => (JSON.parse(each) as { line: number }).line)).toEqual([
      1, 3, 5, 6, 7,
    ])
  })

  it('that never end are one bad line', async () => {
    const { summary } = await run('td', 'spec-1.0', '{\n  "ok": true,\n')
    expect(summary).toMatchObject({ lines: 1, failed: 1 })
  })
})
