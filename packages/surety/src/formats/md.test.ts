import { describe, expect, it } from 'vitest'

import { formatCases } from './format.suite.ts'
import { md } from './md.ts'

formatCases(md)

describe('md', () => {
  it('writes a flat object as a table of two columns', () => {
    expect(md.render({ id: 1, tags: ['a', 'b'], none: null })).toBe(
      '| Key | Value |\n| --- | --- |\n| id | 1 |\n| tags | a, b |\n| none |  |',
    )
  })

  it('writes a list of flat objects as a table', () => {
    expect(md.render([{ id: 1 }, { id: 2, n: 'x' }])).toBe(
      '| id | n |\n| --- | --- |\n| 1 |  |\n| 2 | x |',
    )
  })

  it('writes one section for each leaf of a deeper value', () => {
    const text = md.render({
      ok: true,
      data: { rows: [{ id: 1 }], names: ['a', 'b'] },
      error: null,
    })
    expect(text).toBe(
      [
        '## ok',
        '',
        'true',
        '',
        '## data.rows',
        '',
        '| id |',
        '| --- |',
        '| 1 |',
        '',
        '## data.names',
        '',
        '- a',
        '- b',
        '',
        '## error',
      ].join('\n'),
    )
  })

  it('escapes what would end a cell', () => {
    expect(md.render({ v: 'a|b\nc<i>' })).toContain('| v | a\\|b<br>c\\<i> |')
  })

  it('lets no value look like the start of a section', () => {
    const text = md.render({ a: { note: 'x\n## ok\n```\ntrue' }, b: { head: '## ok' } }) as string
    const headings: string[] = []
    let fence = ''
    for (const line of text.split('\n')) {
      if (fence === '' && /^`{3,}$/.test(line)) fence = line
      else if (line === fence) fence = ''
      else if (fence === '' && line.startsWith('## ')) headings.push(line)
    }
    expect(headings).toEqual(['## a.note', '## b.head'])
  })
})
