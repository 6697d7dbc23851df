import { defineCheck } from '../../check.ts'
import { answers, judgeEnded, noDialect } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

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
    const limit = tool.subject.limits.answer_tokens
    const weighed: Run[] = []
    for (const run of await answers(tool)) {
      const outcome = (await tool.read(run))?.outcome
      // In what cannot be read, data and envelope cannot be told apart either.
      const isReadable = outcome?.diagnostics.malformed === false && /^\s*\{/.test(run.stdout)
      if (run.end.stopped !== null || isReadable) weighed.push(run)
    }
    return judgeEnded(
      weighed,
      async (run) => {
        const data = (await tool.dataOf(run)) ?? null
        const own = data === null ? 0 : JSON.stringify(data).length
        const tokens = Math.ceil((run.stdout.trim().length - own) / 4)
        return tokens > limit
          ? `It costs about ${tokens} tokens besides its data; the limit is ${limit}.`
          : undefined
      },
      `No answer costs more than ${limit} tokens besides its data.`,
    )
  },
})
