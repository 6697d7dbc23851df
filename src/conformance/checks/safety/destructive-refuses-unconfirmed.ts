import { defineCheck, missing, NEEDS } from '../../check.ts'
import { judgeRefusals } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'destructive_refuses_unconfirmed',
  title: 'Destructive commands are refused without confirmation',
  level: 2,
  topic: 'safety',
  requirements: ['REQ-C-005', 'REQ-O-021'],
  failureModes: [23, 10],
  why: 'An agent that calls by mistake must not destroy anything.',
  fix: 'Refuse a destructive call without its confirming flag, with the exit code of invalid input.',
  run: async (tool) => {
    const known = tool.probes('destructive').filter(({ refusal }) => refusal !== undefined)
    if (known.length === 0)
      return missing(tool, 'destructive', 'No destructive call may be tried.', NEEDS.destructive)
    return judgeRefusals(
      tool,
      known.map((probe) => ({
        ...probe,
        name: `${probe.name}, unconfirmed`,
        argv: probe.refusal!,
      })),
    )
  },
})
