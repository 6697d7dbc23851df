import type { Readable, Writable } from 'node:stream'

import type * as Clack from '@clack/prompts'

import { suretyError } from '../../../contract/index.ts'
import { oneLine } from '../../../internal/visible-text.ts'

/** The streams of prompts. */
export interface PromptStreams {
  readonly input: Readable
  /** Usually stderr, because stdout belongs to the answer of the command. */
  readonly output: Writable
  /** Whether the input is a terminal; if not, every question fails at once. */
  readonly isTty: boolean
  readonly signal?: AbortSignal
  /** Called around each question, for what must not go on while a person thinks. */
  readonly whileAsking?: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>
}

/** The options of a question. */
export interface PromptQuestion<Value> {
  readonly initial?: Value
  /** The flag that answers the question; the error without a terminal names it. */
  readonly flag?: string
}

/** Questions to the user at the terminal. A cancelled question fails with INTERRUPTED. */
export interface Prompts {
  confirm(message: string, question?: PromptQuestion<boolean>): Promise<boolean>
  text(message: string, question?: PromptQuestion<string>): Promise<string>
  /** Asks for text without showing it. */
  password(message: string, question?: PromptQuestion<never>): Promise<string>
  select<Value extends string>(
    message: string,
    choices: readonly Value[],
    question?: PromptQuestion<Value>,
  ): Promise<Value>
}

/**
 * Makes the prompts of a command. The prompt library is loaded with the first question, and never
 * without a terminal.
 */
export function createPrompts(options: PromptStreams): Prompts {
  const { input, output, isTty, signal, whileAsking = (wait) => wait() } = options
  const streams = { input, output, ...(signal && { signal }) }
  const ask = async <Value>(
    message: string,
    flag: string | undefined,
    show: (library: typeof Clack) => Promise<Value | symbol>,
  ): Promise<Value> => {
    if (!isTty) throw answerRequired(message, flag)
    const library = await import('@clack/prompts')
    const answer = await whileAsking(() => show(library))
    if (typeof answer === 'symbol') {
      throw suretyError('INTERRUPTED', 'The question was cancelled.', {
        details: { question: oneLine(message) },
      })
    }
    return answer
  }
  return {
    confirm: (message, { initial, flag } = {}) =>
      ask<boolean>(message, flag, ({ confirm }) =>
        confirm({ ...streams, message: oneLine(message), initialValue: initial ?? false }),
      ),
    text: (message, { initial, flag } = {}) =>
      ask<string>(message, flag, ({ text }) =>
        text({
          ...streams,
          message: oneLine(message),
          ...(initial !== undefined && { initialValue: initial }),
        }),
      ),
    password: (message, { flag } = {}) =>
      ask<string>(message, flag, ({ password }) =>
        password({ ...streams, message: oneLine(message) }),
      ),
    select: <Value extends string>(
      message: string,
      choices: readonly Value[],
      { initial, flag }: PromptQuestion<Value> = {},
    ) =>
      ask<Value>(
        message,
        flag,
        ({ select }) =>
          select<string>({
            ...streams,
            message: oneLine(message),
            options: choices.map((value) => ({ value: value as string, label: oneLine(value) })),
            ...(initial !== undefined && { initialValue: initial }),
          }) as Promise<Value | symbol>,
      ),
  }
}

function answerRequired(message: string, flag: string | undefined): Error {
  const how = flag === undefined ? 'Give the answer as an option.' : `Give the answer with ${flag}.`
  return suretyError('INPUT_REQUIRED', `An answer is needed: ${oneLine(message)}`, {
    phase: 'validation',
    suggestion: how,
    fix_required: how,
  })
}
