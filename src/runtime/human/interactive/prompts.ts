import type { Readable, Writable } from 'node:stream'

import type * as Clack from '@clack/prompts'

import { suretyError } from '../../../contract/index.ts'
import { oneLine } from '../../../internal/visible-text.ts'

/** Where questions are put: a keyboard, and a stream that is not standard output. */
export interface PromptSurroundings {
  readonly input: Readable
  /** Standard error: standard output belongs to the answer of the command. */
  readonly output: Writable
  /** Whether somebody sits there; without it every question fails at once. */
  readonly isTty: boolean
  readonly signal?: AbortSignal
}

/** How a question is put. */
export interface PromptQuestion<Value> {
  readonly initial?: Value
  /** The flag that answers it without asking, named in the error off a terminal. */
  readonly flag?: string
}

/** Questions to the person at the terminal. A question that is cancelled fails with INTERRUPTED. */
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
 * Makes the questions of a command. The library behind them is loaded by the first question that
 * is really asked, never off a terminal.
 */
export function createPrompts(surroundings: PromptSurroundings): Prompts {
  const { input, output, isTty, signal } = surroundings
  const streams = { input, output, ...(signal && { signal }) }
  const ask = async <Value>(
    message: string,
    flag: string | undefined,
    put: (library: typeof Clack) => Promise<Value | symbol>,
  ): Promise<Value> => {
    if (!isTty) throw nobodyToAsk(message, flag)
    const answer = await put(await import('@clack/prompts'))
    if (typeof answer === 'symbol') {
      throw suretyError('INTERRUPTED', 'The question was left without an answer.', {
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

function nobodyToAsk(message: string, flag: string | undefined): Error {
  const how = flag === undefined ? 'Give the answer as an option.' : `Give the answer with ${flag}.`
  return suretyError('INPUT_REQUIRED', `An answer is needed: ${oneLine(message)}`, {
    phase: 'validation',
    suggestion: how,
    fix_required: how,
  })
}
