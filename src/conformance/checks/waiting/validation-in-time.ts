import { defineCheck } from '../../check.ts'
import { judgeEnded, noRefusal, refusedCalls } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'validation_in_time',
  title: 'Invalid input is refused at once',
  level: 2,
  topic: 'waiting',
  requirements: ['REQ-F-015', 'REQ-F-011'],
  failureModes: [11],
  why: 'An agent that mistypes a flag should not wait for a network first.',
  fix: 'Validate before anything that can take time: networks, locks, large files.',
  run: async (tool) => {
    const refused = await refusedCalls(tool)
    if (refused.length === 0) return noRefusal()
    return judgeEnded(
      refused.map(({ run }) => run),
      ({ end }) => {
        if (end.stopped === 'timeout') return 'The refusal did not come in time.'
        return end.durationMs > REFUSAL_MS
          ? `The refusal took ${Math.round(end.durationMs)} ms.`
          : undefined
      },
      'Every refusal came at once.',
    )
  },
})

/** What a refusal may take, start of an interpreter on a busy machine included. */
const REFUSAL_MS = 3000
