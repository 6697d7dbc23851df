import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { readAnswer } from '../run/answers.ts'
import { answersDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Shows the full answer of a `run` that was cut, without running the tool again. */
export const command = defineCommand({
  description: 'Shows the full answer of a run that was cut',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer is in data, page by page',
    NOT_FOUND: 'No answer of that call is saved',
  },
  errors: {
    ANSWER_NOT_KEPT: {
      exit: 'NOT_FOUND',
      description: 'The answer was not cut, or newer ones replaced it',
      retryable: false,
    },
  },
  args: { call: s.string().min(1).describe('Id of the call, from meta.call') },
  options: stateOptions,
  run: async ({ args, options, processEnv, fail }) => {
    const folder = answersDirOf(stateDirOf(options.stateDir, processEnv))
    const data = await readAnswer(folder, args.call)
    if (data !== undefined) return data
    return fail('ANSWER_NOT_KEPT', `No answer of the call ${args.call} is saved.`, {
      target: args.call,
    })
  },
})
