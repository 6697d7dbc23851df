import { defineCheck } from '../../check.ts'
import {
  judgeEnded,
  noRefusal,
  refusedCalls,
  unknownCommands,
  unknownFlags,
} from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'error_names_input',
  title: 'A refusal names the word that it refuses',
  level: 2,
  topic: 'input',
  requirements: ['REQ-C-013'],
  failureModes: [14],
  why: 'An agent can only correct what the error points at.',
  fix: 'Repeat the flag, argument or command in the message or in a member of the error.',
  run: async (tool) => {
    const named = [...unknownCommands(tool), ...unknownFlags(tool)].filter(({ argv }) =>
      argv.some((word) => word.includes('surety-check-no-such')),
    )
    const refused = await refusedCalls(tool, named)
    if (refused.length === 0) return noRefusal()
    return judgeEnded(
      refused.map(({ run }) => run),
      ({ exitCode, stdout, stderr }) =>
        exitCode === null || /surety-check-no-such|suretyCheckNoSuch/.test(stdout + stderr)
          ? undefined
          : 'The error does not name the word that is wrong.',
      'Every refusal names the word.',
    )
  },
})
