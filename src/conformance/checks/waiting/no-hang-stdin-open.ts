import { defineCheck, judge } from '../../check.ts'
import { hangOf } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'no_hang_stdin_open',
  title: 'Every command ends in time with a silent stdin',
  level: 1,
  topic: 'waiting',
  requirements: ['REQ-F-009'],
  failureModes: [50, 10],
  why: 'Agents start tools with an open pipe that never gets a byte. A read without a limit waits for ever.',
  fix: 'Read stdin only if an argument asks for it, and give up after a short silence.',
  run: async (tool) => {
    const closed = await tool.runAll(tool.probes('read', 'invalid'))
    // Where a call hangs anyway, the other check says so.
    const rest = tool
      .probes('read', 'invalid')
      .filter((_, index) => hangOf(closed[index]!) === undefined)
    const runs = await tool.runAll(
      rest.map(({ stdin: _given, ...probe }) => probe),
      { stdin: { kind: 'silent' } },
    )
    return judge(runs, hangOf, 'Every probe ended in time.')
  },
})
