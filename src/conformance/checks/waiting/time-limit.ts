import { defineCheck, judge, missing, NEEDS } from '../../check.ts'
import { endOf, exitNumber } from '../../evidence/answers.ts'
import { addWords } from '../../probing/subject.ts'

export const check = defineCheck({
  id: 'time_limit',
  title: 'A call ends at its time limit, with an answer',
  level: 2,
  topic: 'waiting',
  requirements: ['REQ-F-011', 'REQ-F-012', 'REQ-C-012'],
  failureModes: [11],
  why: 'An agent that sets a limit plans with it. A process that goes on, or dies silently, leaves it in the dark.',
  fix: 'End the work at the limit and answer with TIMEOUT (10) and what was done so far.',
  run: async (tool) => {
    const limited = tool.probes('long').filter((probe) => probe.time_limit_args !== undefined)
    if (limited.length === 0) {
      return missing(tool, 'long', 'No probe takes long and has a time limit.', NEEDS.long)
    }
    const runs = await tool.runAll(
      limited.map((probe) => ({
        ...probe,
        name: `${probe.name}, limited`,
        argv: addWords(probe.argv, probe.time_limit_args!),
      })),
    )
    const timeout = exitNumber(tool, 'TIMEOUT')
    return judge(
      runs,
      async (run) => {
        if (run.end.stopped === 'timeout') return 'It did not end at its limit.'
        if (timeout !== undefined && run.exitCode !== timeout)
          return `It ended with ${endOf(run)}, not with ${timeout}.`
        if (run.exitCode === 0) return 'It ended with 0 although its time was over.'
        const isReadable = (await tool.read(run))?.outcome.diagnostics.malformed === false
        return isReadable ? undefined : 'It ended without a readable answer.'
      },
      'Calls end at their limit, with an answer.',
    )
  },
})
