import { defineChecks, judge, missing, NEEDS } from '../check.ts'
import {
  endOf,
  exitNumber,
  hangOf,
  judgeEnded,
  noRefusal,
  refusedCalls,
} from '../evidence/answers.ts'
import type { Run } from '../probing/run.ts'
import { addWords } from '../probing/subject.ts'
import texts from './waiting.json' with { type: 'json' }

export const waiting = defineChecks('waiting', texts, {
  no_hang_stdin_closed: async (tool) => {
    const runs = await tool.runAll(tool.probes('read', 'invalid'))
    return judge(runs, hangOf, 'Every probe ended in time.')
  },
  no_hang_stdin_open: async (tool) => {
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
  time_limit: async (tool) => {
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
  validation_in_time: async (tool) => {
    const refused = await refusedCalls(tool)
    if (refused.length === 0) return noRefusal()
    const runs: Run[] = []
    // The first ones were made while others ran: what was slow is measured again.
    for (const { probe, run } of refused)
      runs.push(isSlow(run) ? await tool.run(probe, { repetition: 1 }) : run)
    return judgeEnded(
      runs,
      (run) => {
        if (run.end.stopped === 'timeout') return 'The refusal did not come in time.'
        return isSlow(run) ? `The refusal took ${Math.round(run.end.durationMs)} ms.` : undefined
      },
      'Every refusal came at once.',
    )
  },
})

/** What a refusal may take, start of an interpreter on a busy machine included. */
const REFUSAL_MS = 3000

function isSlow({ end }: Run): boolean {
  return end.stopped === null && end.durationMs > REFUSAL_MS
}
