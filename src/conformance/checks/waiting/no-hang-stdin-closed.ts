import { defineCheck, judge } from '../../check.ts'
import { hangOf } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'no_hang_stdin_closed',
  title: 'Every command ends in time with stdin closed',
  level: 1,
  topic: 'waiting',
  requirements: ['REQ-F-009', 'REQ-F-010'],
  failureModes: [10, 11],
  why: 'An agent has no keyboard. A command that waits for one blocks the agent until its own limit.',
  fix: 'Do not prompt, page or open an editor when stdin is not a terminal; fail with an error instead.',
  run: async (tool) => {
    const runs = await tool.runAll(tool.probes('read', 'invalid'))
    return judge(runs, hangOf, 'Every probe ended in time.')
  },
})
