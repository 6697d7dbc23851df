import { defineCheck } from '../../check.ts'
import { judgeEnded, noRefusal, refusedCalls } from '../../evidence/answers.ts'
import { inScratch } from '../../evidence/scratch.ts'

export const check = defineCheck({
  id: 'refusal_without_effects',
  title: 'Refused input leaves no files behind',
  level: 2,
  topic: 'input',
  requirements: ['REQ-F-015', 'REQ-F-076'],
  failureModes: [14],
  why: 'An agent repeats a refused call with other words. What the refusal left behind is in the way.',
  fix: 'Create folders, caches and state only after the input is accepted.',
  run: async (tool) => {
    const refused = await refusedCalls(tool)
    if (refused.length === 0) return noRefusal()
    return inScratch(async (folder, namesIn) => {
      const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
      const env = { ...home, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, TMPDIR: folder }
      const runs = await tool.runAll(
        refused.map(({ probe }) => probe),
        { env },
      )
      const left = await namesIn()
      return judgeEnded(
        runs,
        () => (left.length === 0 ? undefined : `It left ${left.join(', ')} in a new home folder.`),
        'A new home folder stayed empty.',
      )
    })
  },
})
