import { defineCheck } from '../../check.ts'
import { answers, judgeEnded, noDialect } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

/** Answers are short. */
export const check = defineCheck({
  id: 'answer_weight',
  title: 'Answers cost few tokens besides their data',
  level: 3,
  topic: 'cost',
  requirements: ['REQ-O-049'],
  failureModes: [5],
  why: 'Every word of an answer is paid for in the context of an agent.',
  fix: 'Leave out of errors and meta what changes no decision; put long texts behind a command.',
  run: async (tool) => {
    // Without a dialect data and envelope cannot be told apart.
    if (tool.subject.dialect === null) return noDialect(tool)
    const limit = tool.subject.limits.answerTokens
    const runs = await answers(tool)
    const weights = new Map<Run, number>()
    for (const run of runs) {
      // In what cannot be read, data and envelope cannot be told apart either.
      if ((await tool.read(run))?.outcome.diagnostics.malformed !== false) continue
      const data = (await tool.dataOf(run)) ?? null
      const own = data === null ? 0 : JSON.stringify(data).length
      const printed = run.stdout.trim().length
      weights.set(run, Math.ceil(Math.max(0, printed - own) / 4))
    }
    return judgeEnded(
      runs.filter(
        (run) => run.end.stopped !== null || (weights.has(run) && /^\s*\{/.test(run.stdout)),
      ),
      (run) =>
        (weights.get(run) ?? 0) > limit
          ? `It costs about ${weights.get(run)} tokens besides its data; the limit is ${limit}.`
          : undefined,
      `No answer costs more than ${limit} tokens besides its data.`,
    )
  },
})
