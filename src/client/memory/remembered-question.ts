import { quoteWords } from '../../internal/quote-words.ts'
import { fail, type FailureOutcome } from '../../contract/index.ts'
import type { Verdict } from '../decide/verdict.ts'

/** Restates a remembered redirect to another program as the outcome and verdict that led to it. */
export function rememberedQuestion(words: readonly string[]): {
  readonly outcome: FailureOutcome
  readonly verdict: Verdict
} {
  const command = quoteWords(words)
  const message = `An earlier call learned that the command has moved to '${command}'.`
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
