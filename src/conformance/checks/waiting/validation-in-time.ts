import { defineCheck } from '../../check.ts'
import { judgeEnded, noRefusal, refusedCalls } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

export const check = defineCheck({
  id: 'validation_in_time',
  title: 'Invalid input is refused at once',
  level: 2,
  topic: 'waiting',
  requirements: ['REQ-F-015', 'REQ-F-011'],
  failureModes: [11],
  why: 'An agent that mistypes a flag should not wait for a network first.',
  fix: 'Validate before anything that can take time: networks, locks, large files.',
  alone: 'last',
  run: async (tool) => {
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
