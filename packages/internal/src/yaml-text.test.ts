import { describe, expect, it } from 'vitest'

import { readYaml } from './yaml-text.ts'

describe('readYaml', () => {
  it.each([
    ['a: 1\nb:\n  - x\n  - y: null\n', { a: 1, b: ['x', { y: null }] }],
    ['', null],
    ['- &one {a: 1}\n- *one\n', [{ a: 1 }, { a: 1 }]],
    ['1: a\n"1": b\n', { 1: 'b' }],
  ])('reads %j', async (text, value) => {
    expect(await readYaml(text)).toEqual(value)
  })

  it.each([
    ['a: 1\nb: 2\na: 3\n', 'Map keys must be unique at line 3, column 1'],
    ['a:\n  - {b: 1, b: 2}\n', 'Map keys must be unique at line 2, column 12'],
    ['a: [1\nb: 2', 'at line 2'],
    ['a: 1\n---\nb: 2', 'multiple documents'],
    ['a: *b', 'alias'],
  ])('refuses %j and says where', async (text, message) => {
    await expect(readYaml(text)).rejects.toThrow(message)
  })

  it('refuses aliases that grow exponentially', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 9; at += 1) {
      const list = Array<string>(10)
        .fill(`*a${at - 1}`)
        .join(', ')
      lines.push(`a${at}: &a${at} [${list}]`)
    }
    await expect(readYaml(lines.join('\n'))).rejects.toThrow('Excessive alias count')
  })

  it('takes linear time, however many keys and mistakes there are', async () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: v\n`).join('')
    const start = performance.now()
    expect(Object.keys((await readYaml(keys)) as object)).toHaveLength(20_000)
    const once = performance.now() - start
    // Comparing each key with all the others, this took ten times as long.
    await expect(readYaml('!!str '.repeat(30_000))).rejects.toThrow('at most one tag')
    expect(performance.now() - start).toBeLessThan(5 * once + 3000)
  })
})
