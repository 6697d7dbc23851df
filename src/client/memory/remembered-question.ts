import { quoteWords } from '../../internal/shell-words.ts'
import { fail, type FailureOutcome } from '../../contract/index.ts'
import type { Verdict } from '../decide/verdict.ts'

/** Puts a remembered redirect to another program as the question that the tool once raised. */
export function rememberedQuestion(words: readonly string[]): {
  readonly outcome: FailureOutcome
  readonly verdict: Verdict
} {
  const command = quoteWords(words)
  const message = `The command is remembered to have moved to '${command}'.`
  return {
    outcome: fail({
      exit: 'REDIRECTED',
      error: {
        code: 'COMMAND_MOVED',
        message,
        redirect: { command, permanent: true },
        synthesised: true,
      },
    }),
    verdict: {
      kind: 'follow_redirect',
      command,
      permanent: true,
      elsewhere: true,
      reason: 'REDIRECTED',
      message,
      soft_redirects: [],
    },
  }
}
