import { describe, expect, it } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('what is deprecated', () => {
  it('REQ-F-075/2,4,5: works, and names what to use instead', async () => {
    const ran = await runAll({
      old: words('old'),
      moved: words('gone'),
      flag: words('env --size 3'),
    })
    expect(ran.old).toMatchObject({
      code: 0,
      data: { done: true },
      warnings: [{ code: 'DEPRECATED', context: { replacement: 'my-framework texts' } }],
    })
    expect(ran.moved).toMatchObject({
      code: 13,
      error: { code: 'COMMAND_MOVED', redirect: { command: 'my-framework texts' } },
    })
    expect(ran.flag).toMatchObject({
      code: 0,
      data: { size: 3 },
      warnings: [{ code: 'DEPRECATED', context: { param: '--size', replacement: 'use --region' } }],
    })
  })
})
