import { defineCheck, NEEDS, notShown } from '../../check.ts'
import { judgeRefusals, unknownFlags } from '../../evidence/answers.ts'

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
    const probes = unknownFlags(tool)
    return probes.length === 0
      ? notShown('There is no read to add an unknown flag to.', NEEDS.read)
      : judgeRefusals(tool, probes)
  },
})
