import { describe, expect, it } from 'vitest'

import { run, spec, td } from './translation-run.suite.ts'

const indented = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const task = { ok: true, type: 'task', data: { id: 7, note: 'a { b', list: [[], {}] } }
const written =
  '{"ok":true,"data":{"id":7,"note":"a { b","list":[[],{}]},"error":null,"warnings":[]'

describe('documents over several lines', () => {
  it('are translated one by one, in chunks of any size', () => {
    const input = indented(task) + indented(task)
    for (const chunk of [1, 7, 4096]) {
      const { text, summary } = run(td, spec, input, { chunk })
      expect(text.trimEnd().split('\n')).toEqual([
        expect.stringContaining(written),
        expect.stringContaining(written),
      ])
      expect(summary).toMatchObject({ lines: 2, translated: 2, failed: 0 })
    }
  })

  it('keep numbers of any length', () => {
    const { text } = run(
      td,
      spec,
      '{\n  "ok": true,\n  "type": "t",\n  "data": [12345678901234567890]\n}\n',
    )
    expect(text).toContain('"data":[12345678901234567890]')
  })

  it('stand among lines of JSON, and a broken line takes no other along', () => {
    const line = `${JSON.stringify(task)}\n`
    const { text, summary } = run(td, spec, `${line}${indented(task)}{\n${line}{"ok":\n${line}`)
    expect(summary).toMatchObject({ lines: 6, translated: 4, failed: 2 })
    expect(text.split('\n').filter((each) => each.startsWith('{"line"'))).toHaveLength(2)
  })

  it('that never end are one bad line', () => {
    const { summary } = run(td, spec, '{\n  "ok": true,\n')
    expect(summary).toMatchObject({ lines: 1, failed: 1 })
  })
})
