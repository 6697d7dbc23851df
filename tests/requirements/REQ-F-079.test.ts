import { describe, expect, it } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('options', () => {
  it('of a command that take the name or letter of a global one stop the program', async () => {
    const clash = (kind: string) => framework(['many', 'a'], { env: { CLASH: kind } })
    const ran = await runAll({
      name: clash('name'),
      letter: clash('letter'),
      framework: clash('framework'),
    })
    for (const { code, error } of Object.values(ran))
      expect([code, error['context'].defect]).toEqual([1, 'FLAG_TAKEN'])
    expect(ran.name.error['message']).toMatch(/--book of option --book .* global option --book/)
    expect(ran.letter.error['message']).toMatch(/-b of option --bar .* global option --book/)
    expect(ran.framework.error['message']).toMatch(/option --format .* global option --format/)
  })
})
