import { defineCheck } from '../../check.ts'
import { judgeRefusals } from '../../evidence/refusals.ts'
import { unknownFlag } from '../../evidence/unknown-words.ts'

/** An unknown flag is refused. */
export const check = defineCheck({
  id: 'unknown_flag',
  title: 'An unknown flag is refused as invalid input',
  level: 1,
  topic: 'input',
  requirements: ['REQ-F-002', 'REQ-F-015'],
  failureModes: [14],
  why: 'A flag that is ignored does something else than the agent asked for: --dry-rum deletes.',
  fix: 'Refuse flags that the command does not declare.',
  run: async (tool) => {
    return judgeRefusals(tool, [unknownFlag(tool)])
  },
})
