import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'help_weight',
  title: 'Help costs few tokens',
  level: 3,
  topic: 'cost',
  requirements: ['REQ-O-049'],
  failureModes: [5],
  why: 'An agent reads the help before it can do anything.',
  fix: 'Keep the first page to a line per command, and explain a command in its own help.',
  run: async (tool) => {
    const limit = tool.subject.limits.help_tokens
    const run = await tool.ask('--help')
    return judgeEnded(
      [run],
      ({ stdout, stderr }) => {
        const tokens = Math.ceil((stdout + stderr).length / 4)
        return tokens > limit
          ? `The help costs about ${tokens} tokens; the limit is ${limit}.`
          : undefined
      },
      `The help costs less than ${limit} tokens.`,
    )
  },
})
