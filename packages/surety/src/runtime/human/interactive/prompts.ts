import type { Readable, Writable } from 'node:stream'

import type * as Clack from '@clack/prompts'

import { suretyError } from '../../../contract/index.ts'
import { oneLine } from '@surety/internal/visible-text.ts'

interface PromptStreams {
  readonly input: Readable
  /** Usually stderr, because stdout belongs to the answer of the command. */
  readonly output: Writable
  /** Whether the input is a terminal; if not, every question fails at once. */
  readonly isTty: boolean
  readonly signal?: AbortSignal
  /** Called around each question, for what must not go on while a person thinks. */
  readonly whileAsking?: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>
}

interface PromptQuestion<Value> {
  readonly initial?: Value | undefined
  /** The flag that answers the question; the error without a terminal names it. */
  readonly flag?: string | undefined
}

export type Prompts = ReturnType<typeof createPrompts>

/** Makes the prompts of a command; the library is loaded with the first question, never without a terminal. */
export function createPrompts(options: PromptStreams) {
  const { input, output, isTty, signal, whileAsking = (wait) => wait() } = options
  const ask = async <Value>(
    question: string,
    flag: string | undefined,
    show: (
      library: typeof Clack,
      shown: { message: string; input: Readable; output: Writable; signal?: AbortSignal },
    ) => Promise<Value | symbol>,
  ): Promise<Value> => {
    if (!isTty) throw answerRequired(question, flag)
    const library = await import('@clack/prompts')
    const message = oneLine(question)
    const shown = { message, input, output: sizedOutput(output), ...(signal && { signal }) }
    const answer = await whileAsking(() => show(library, shown))
    if (typeof answer === 'symbol') {
      throw suretyError('INTERRUPTED', 'The question was cancelled.', {
        details: { question: message },
      })
    }
    return answer
  }
  return {
    confirm: (message: string, { initial = false, flag }: PromptQuestion<boolean> = {}) =>
      ask<boolean>(message, flag, ({ confirm }, shown) =>
        confirm({ ...shown, initialValue: initial }),
      ),
    text: (message: string, { initial, flag }: PromptQuestion<string> = {}) =>
      ask<string>(message, flag, ({ text }, shown) =>
        text({ ...shown, ...(initial !== undefined && { initialValue: initial }) }),
      ),
    /** Asks for text without showing it. */
    password: (message: string, { flag }: PromptQuestion<never> = {}) =>
      ask<string>(message, flag, ({ password }, shown) => password(shown)),
    select: <Value extends string>(
      message: string,
      choices: readonly Value[],
      { initial, flag }: PromptQuestion<Value> = {},
    ) =>
      ask<Value>(
        message,
        flag,
        ({ select }, shown) =>
          select<string>({
            ...shown,
            options: choices.map((value) => ({ value: value as string, label: oneLine(value) })),
            ...(initial !== undefined && { initialValue: initial }),
          }) as Promise<Value | symbol>,
      ),
  }
}

/** Terminals of unknown size, as in some containers, say 0: the library would break after every character. */
function sizedOutput(output: Writable): Writable {
  return new Proxy(output, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'columns') return value === 0 ? 80 : value
      if (name === 'rows') return value === 0 ? 24 : value
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

function answerRequired(message: string, flag: string | undefined): Error {
  const how = flag === undefined ? 'Give the answer as an option.' : `Give the answer with ${flag}.`
  return suretyError('INPUT_REQUIRED', `An answer is needed: ${oneLine(message)}`, {
    phase: 'validation',
    suggestion: how,
    fix_required: how,
  })
}
