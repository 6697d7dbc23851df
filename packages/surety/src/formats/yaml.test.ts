import { describe, expect, it } from 'vitest'

import { formatCases } from './format.suite.ts'
import { yaml } from './yaml.ts'

formatCases(yaml)

describe('yaml', () => {
  it('writes block style', async () => {
    expect(await yaml.render({ a: { b: [1, 'two'] }, c: null })).toBe(
      'a:\n  b:\n    - 1\n    - two\nc: null',
    )
  })

  it('quotes text that would be read as another type', async () => {
    const text = await yaml.render({ a: 'true', b: '12', c: 'null', d: '' })
    expect(text).toBe('a: "true"\nb: "12"\nc: "null"\nd: ""')
  })

  it('quotes text that readers of YAML 1.1 take for another type', async () => {
    const text = await yaml.render(['yes', 'off', '2026-01-02', '12:30', '0o7', '1_000', '<<', '='])
    expect(text.split('\n').every((line) => /^- "[^"]+"$/.test(line))).toBe(true)
  })

  it('writes a shared object twice instead of as an alias', async () => {
    const shared = { x: 1 }
    expect(await yaml.render([shared, shared])).toBe('- x: 1\n- x: 1')
  })

  it('does not fold long lines', async () => {
    const long = 'word '.repeat(60).trim()
    expect(await yaml.render({ long })).toBe(`long: ${long}`)
  })

  it('refuses a document that multiplies itself through aliases', async () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed']) {
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${of}`).join(',')}]`)
    }
    await expect(yaml.parse!(bomb.join('\n'))).rejects.toThrow(/alias/i)
  })
})
