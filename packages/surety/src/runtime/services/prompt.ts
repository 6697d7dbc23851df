import type { Prompt } from '../handler/context.ts'
import { createPrompts, type Prompts } from '../human/interactive/prompts.ts'
import type { Call } from '../run/call.ts'
import {
  advise,
  commandName,
  endProgress,
  learnSecret,
  whileAsking,
  type Run,
} from '../run/run-state.ts'

/** Makes what asks a person at the terminal of a run, in place of its progress line, which would overwrite it. */
export function promptsOf(run: Run, isTty = true): Prompts {
  endProgress(run)
  return createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty,
    signal: run.signal,
    whileAsking: (wait) => whileAsking(run, wait),
  })
}

/** Makes the prompts of a run; `--yes` answers them, and without a terminal they fail at once. */
export function createPrompt({ run, command, input }: Call, isInteractive: boolean): Prompt {
  const { yes } = input.flags
  if (!command.declaration.interactive)
    advise(run, `${commandName(run)} asks questions: declare interactive: true`)
  const ask = () => promptsOf(run, isInteractive)
  return {
    async confirm(message, question) {
      if (yes) return true
      return ask().confirm(message, { flag: question?.flag ?? '--yes' })
    },
    async text(message, { initial, flag, secret } = {}) {
      if (yes && initial !== undefined) return initial
      if (!secret) return ask().text(message, { initial, flag: flag ?? byYes(initial) })
      const answer = await ask().password(message, { flag })
      learnSecret(run, answer)
      return answer
    },
    async select(message, choices, question) {
      const initial = choices.find((choice) => choice === question?.initial)
      if (yes && initial !== undefined) return initial
      return ask().select(message, choices, { initial, flag: question?.flag ?? byYes(initial) })
    },
  }
}

/** What else answers a question that has an answer already. */
function byYes(initial: unknown): string | undefined {
  return initial === undefined ? undefined : '--yes'
}
