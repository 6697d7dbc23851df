import { beforeAll, describe, expect, it } from 'vitest'

import { calls } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('lists that are declared as sorted', () => {
  let first: Loose
  let second: Loose
  beforeAll(async () => {
    const { answers } = await calls([{ _cmd: 'look' }, { _cmd: 'look' }])
    ;[first, second] = answers.map(({ data }) => data as Loose) as [Loose, Loose]
  })

  it('are the same in two runs', () => {
    const stable = (data: Loose) => JSON.stringify({ ...data, now: 0 })
    expect(stable(first)).toBe(stable(second))
    expect(first['ranked']).toEqual(['second', 'first'])
  })

  it('have texts in lexicographic order', () => {
    expect(first['words']).toEqual(['Apple', 'fig', 'pear'])
  })

  it('have objects in the order of their key, and those with equal keys as they came', () => {
    expect(first['items']).toEqual([
      { id: 1, tag: 'two' },
      { id: 2, tag: 'one' },
      { id: 2, tag: 'three' },
    ])
  })

  it('have numbers in ascending order', () => {
    expect(first['sizes']).toEqual([9, 10, 100])
  })
})
