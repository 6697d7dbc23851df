import { EXIT_CODE_TABLES } from '../../../contract/index.ts'
import { defineCheck } from '../../check.ts'
import { answers, judgeAnswers, judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'retry_hints',
  title: 'Every failure says truly whether to retry',
  level: 2,
  topic: 'recovery',
  requirements: ['REQ-C-014'],
  failureModes: [13],
  why: 'An agent repeats what is called retryable, and waits as long as it is told.',
  fix: 'Set retryable from the exit code table; give a wait only with retryable: true.',
  run: async (tool) => {
    const result = await judgeAnswers(tool, 'retry', 'No answer contradicts itself.')
    if (result.status !== 'kept') return result
    const generation = tool.subject.dialect?.generation
    if (generation === undefined) return result
    const rows = Object.values(EXIT_CODE_TABLES[generation])
    return judgeEnded(
      await answers(tool),
      async (run) => {
        const outcome = (await tool.read(run))?.outcome
        const row = rows.find(({ number }) => number === run.exitCode)
        const meaning = row && NOT_FOR_RETRIES[row.retryable]
        return meaning === undefined || outcome?.error?.retryable !== true
          ? undefined
          : `retryable is true, but exit code ${run.exitCode} is ${meaning}.`
      },
      'Every failure says truly whether to retry.',
    )
  },
})

/** What the words of the table mean that forbid an identical call. */
const NOT_FOR_RETRIES: Readonly<Record<string, string>> = {
  no: 'final',
  'after fix': 'for calls that must be changed',
}
