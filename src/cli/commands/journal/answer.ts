import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { readAnswer } from '../run/kept-answers.ts'
import { answersDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Gives the whole of an answer that `run` had to cut; reading it again runs nothing. */
export const command = defineCommand({
  description: 'Shows the whole of an answer that was too large for run',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The answer is in data, page by page',
    NOT_FOUND: 'No answer of that call is kept',
  },
  errors: {
    ANSWER_NOT_KEPT: {
      exit: 'NOT_FOUND',
      description: 'The call was not cut, or newer ones took its place',
      retryable: false,
    },
  },
  args: { call: s.string().min(1).describe('The call, as meta.call names it') },
  options: stateOptions,
  run: async ({ args, options, variables, fail }) => {
    const folder = answersDirOf(stateDirOf(options.stateDir, variables))
    const data = await readAnswer(folder, args.call)
    if (data !== undefined) return data
    return fail('ANSWER_NOT_KEPT', `No answer of the call ${args.call} is kept.`, {
      target: args.call,
    })
  },
})
