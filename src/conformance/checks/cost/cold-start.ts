import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

export const check = defineCheck({
  id: 'cold_start',
  title: 'The tool starts fast',
  level: 3,
  topic: 'cost',
  requirements: ['REQ-F-039'],
  failureModes: [11],
  why: 'Agents call tools thousands of times. What each start costs they pay each time.',
  fix: 'Load only what the command needs; no network, no update check at start.',
  alone: 'last',
  run: async (tool) => {
    const runs: Run[] = []
    // The first start was made while others ran; only the fastest one counts.
    for (const repetition of [undefined, 1, 2]) runs.push(await tool.ask('--version', repetition))
    const fastest = Math.min(...runs.map(({ end }) => end.durationMs))
    const limit = tool.subject.limits.cold_start_ms
    return judgeEnded(
      runs,
      () =>
        fastest > limit ? `The fastest of three starts took ${Math.round(fastest)} ms.` : undefined,
      `The fastest of three starts took less than ${limit} ms.`,
    )
  },
})
