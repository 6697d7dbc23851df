import type { ClientOptions } from '../../../client/index.ts'
import { SuretyError } from '../../../contract/index.ts'
import { knownCallOf, knownEnd, type KnownCall } from '../../../description/index.ts'

type Known = NonNullable<ClientOptions['known']>
type KnownProgram = NonNullable<Awaited<ReturnType<Known>>>
type Printed = Parameters<KnownProgram['understand']>[1]
type KnownEnd = Awaited<ReturnType<KnownProgram['understand']>>

export const knownProgram: Known = async (argv) => {
  const call = await knownCallOf(argv)
  if (call === undefined) return undefined
  return {
    reads: call.effect === 'read',
    understand: async (exit, printed) => understand(call, exit, printed),
  }
}

function understand(call: KnownCall, exit: number, printed: Printed): KnownEnd {
  const { answer, failure, line } = knownEnd(call, { exit, ...printed })
  if (answer !== undefined) return { success: answer }
  if (failure === undefined) return undefined
  const { exit: name, code, suggestion } = failure
  return {
    exit: name,
    code,
    ...(line !== undefined && line !== '' && { message: line }),
    ...(suggestion !== undefined && { suggestion }),
  }
}

/** Refuses a call that would wait for a person at a terminal, which it does not get. */
export async function refuseTerminalPrograms(words: readonly string[]): Promise<void> {
  const { terminal = false } = (await knownCallOf(words)) ?? {}
  if (!terminal) return
  throw new SuretyError(
    'TERMINAL_REQUIRED',
    'PRECONDITION',
    `'${words[0]}' wants a terminal, and gets none here.`,
    {
      phase: 'validation',
      retryable: false,
      suggestion: 'Use a command that prints and ends, or run it at a terminal yourself.',
    },
  )
}
