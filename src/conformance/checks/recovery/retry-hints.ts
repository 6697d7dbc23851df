import { EXIT_CODE_TABLES } from '../../../contract/index.ts'
import { defineCheck } from '../../check.ts'
import { answers, judgeAnswers, judgeEnded } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

/** Failures say whether to retry. */
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
    const runs = await answers(tool)
    const wrong = new Map<Run, string>()
    for (const run of runs) {
      const outcome = (await tool.read(run))?.outcome
      if (outcome === undefined || outcome.ok || run.exitCode === null) continue
      const row = Object.values(EXIT_CODE_TABLES[generation]).find(
        ({ number }) => number === run.exitCode,
      )
      if (
        outcome.error.retryable === true &&
        (row?.retryable === 'no' || row?.retryable === 'after fix')
      )
        wrong.set(
          run,
          `retryable is true, but exit code ${run.exitCode} is ${row.retryable === 'no' ? 'final' : 'for calls that must be changed'}.`,
        )
    }
    return judgeEnded(runs, (run) => wrong.get(run), 'Every failure says truly whether to retry.')
  },
})
