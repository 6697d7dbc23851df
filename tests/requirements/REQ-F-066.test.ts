import { describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

const all = (lines: readonly (readonly string[])[], options?: ProcessOptions) =>
  Promise.all(lines.map((argv) => work(argv, options)))

describe('children', () => {
  it('REQ-F-066/1,2,3,4 REQ-F-050/1,2,3,5: speak plainly and look for no updates', async () => {
    const env = { LC_ALL: 'de_DE.UTF-8' }
    const [plain, kept] = await all([['env'], ['env-kept']], { env })
    expect(plain!.data).toEqual({ out: ['C', '1', '1', ''], own: 'de_DE.UTF-8' })
    expect(kept!.data).toEqual({ out: 'de_DE.UTF-8' })
  })
})
