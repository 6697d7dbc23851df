import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatCases, jsonValues } from './format.suite.ts'
import { jsonl } from './jsonl.ts'

formatCases(jsonl)

describe('jsonl', () => {
  it('writes one line for each element and no envelope (REQ-O-001)', () => {
    expect(jsonl.render([{ id: 1 }, { id: 2 }])).toBe('{"id":1}\n{"id":2}')
    expect(jsonl.render({ id: 1 })).toBe('{"id":1}')
    expect(jsonl.render([])).toBe('')
  })

  it('parses the lines as the list that was rendered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonValues({ loose: false })), async (list) => {
        const back = await jsonl.parse!(await jsonl.render(list))
        expect(JSON.stringify(back)).toBe(JSON.stringify(list))
      }),
    )
  })

  it('ignores blank lines when reading', () => {
    expect(jsonl.parse!('{"a":1}\n\n  \n2\n')).toEqual([{ a: 1 }, 2])
  })
})
