import { defineCheck, notShown } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'

/** Calls at the same time do not disturb each other. */
export const check = defineCheck({
  id: 'concurrent_calls',
  title: 'Concurrent calls give the same answers',
  level: 2,
  topic: 'stability',
  requirements: ['REQ-F-033'],
  failureModes: [19],
  why: 'Agents run calls in parallel. A lock without a wait, or a shared temporary file, fails some of them.',
  fix: 'Wait for locks for a moment, and give every run its own temporary files.',
  alone: 'last',
  run: async (tool) => {
    const [probe] = tool.probes('read')
    if (probe === undefined) return notShown('There is no read to repeat.', 'A read probe.')
    const alone = await tool.run(probe)
    const runs = await tool.runTogether(probe, 4)
    return judgeEnded(
      runs,
      ({ exitCode }) =>
        exitCode === alone.exitCode
          ? undefined
          : `One of four calls at the same time ends with ${exitCode}, alone with ${alone.exitCode}.`,
      'Four calls at the same time end alike.',
    )
  },
})
