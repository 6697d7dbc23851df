import { describe, expect, it } from 'vitest'

import { formatCases } from './format.suite.ts'
import { plain } from './plain.ts'

formatCases(plain, { rows: true })

describe('plain', () => {
  it('writes a list as a header and tab-separated rows', () => {
    expect(
      plain.render([
        { id: 1, content: 'Buy milk', labels: ['home', 'shop'] },
        { id: 2, content: 'Call', labels: [] },
      ]),
    ).toBe('id\tcontent\tlabels\n1\tBuy milk\thome, shop\n2\tCall\t[]')
  })

  it('writes an object as one line for each leaf', () => {
    expect(
      plain.render({ code: 'NO_WALLET', extra: { held: [{ chain: 'base' }] }, tags: ['a', 'b'] }),
    ).toBe('code\tNO_WALLET\nextra.held.0.chain\tbase\ntags\ta, b')
  })

  it('writes scalars bare, one per line', () => {
    expect(plain.render(['a', 1, null, true])).toBe('a\n1\n\ntrue')
    expect(plain.render('only text')).toBe('only text')
  })

  it('writes text of several lines on one line', () => {
    expect(plain.render({ note: 'first\n\tsecond' })).toBe('note\tfirst second')
  })
})
