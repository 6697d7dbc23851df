import { defineCheck, NEEDS, notShown } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'

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
    if (probe === undefined) return notShown('There is no read to repeat.', NEEDS.read)
    const alone = await tool.run(probe)
    const runs = await tool.runTogether(probe, 4)
    return judgeEnded(
      runs,
      ({ exitCode, end }) => {
        if (exitCode === alone.exitCode) return undefined
        const together = 'One of four calls at the same time'
        return end.stopped === null
          ? `${together} ends with ${exitCode ?? end.endedBy}, alone with ${alone.exitCode}.`
          : `${together} did not end, alone it ends with ${alone.exitCode}.`
      },
      'Four calls at the same time end alike.',
    )
  },
})
