import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatCases, jsonValues } from './format.suite.ts'
import { tsv } from './tsv.ts'

formatCases(tsv, { rows: true })

describe('tsv', () => {
  it('writes a header and one row for each element (REQ-O-001)', () => {
    expect(
      tsv.render([
        { id: 1, name: 'a' },
        { id: 2, done: true },
      ]),
    ).toBe('id\tname\tdone\n1\ta\t\n2\t\ttrue')
  })

  it('writes a single object as a header and one row', () => {
    expect(tsv.render({ id: 1, due: { date: '2026-01-02' }, none: null })).toBe(
      'id\tdue.date\tnone\n1\t2026-01-02\t',
    )
  })

  it('writes the rows of a list that is the only member of an object', () => {
    expect(tsv.render({ entries: [{ host: 'a' }, { host: 'b' }] })).toBe('host\na\nb')
  })

  it('keeps tabs, line breaks and backslashes inside their cell', () => {
    expect(tsv.render([{ v: 'a\tb\nc\\d\u001b' }])).toBe('v\na\\tb\\nc\\\\d\\u001b')
  })

  it('parses the text cells that it rendered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
        async (texts) => {
          const back = await tsv.parse!(await tsv.render(texts.map((v) => ({ v, end: '.' }))))
          expect(back).toEqual(texts.map((v) => ({ v, end: '.' })))
        },
      ),
    )
  })

  it('has as many cells in every row as in the header, whatever the values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonValues({ loose: true })), async (list) => {
        const text = await tsv.render(list)
        if (text === '') return
        const counts = text.split('\n').map((line) => line.split('\t').length)
        expect(new Set(counts).size).toBe(1)
        expect(counts.length).toBe(list.length + 1)
      }),
    )
  })

  it('keeps a key that looks like a path apart from the path', () => {
    expect(tsv.render({ 'a.b': 1, a: { b: 2 } })).toBe('"a.b"\ta.b\n1\t2')
  })
})
