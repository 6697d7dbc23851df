import type { ClientOptions } from '../../../client/index.ts'
import { SuretyError } from '../../../contract/index.ts'
import { knownCallOf, type KnownCall } from '../../../description/index.ts'
import { loadEndReader } from '../../../wrap/index.ts'

type Known = NonNullable<ClientOptions['known']>
type KnownProgram = NonNullable<Awaited<ReturnType<Known>>>

/** Says what the ready descriptions know of a call. */
export const knownProgram: Known = async (argv) => {
  const call = await knownCallOf(argv)
  if (call === undefined) return undefined
  return {
    reads: call.effect === 'read',
    understand: (exit, printed) => understand(call, exit, printed),
  }
}

async function understand(
  { exits, errors, decisive }: KnownCall,
  exit: number,
  printed: Parameters<KnownProgram['understand']>[1],
): ReturnType<KnownProgram['understand']> {
  const { readEnd } = await loadEndReader()
  const end = await readEnd({ exits, errors }, {}, exit, printed)
  if (end.ok) return end.meaning === null ? undefined : { success: end.meaning.success }
  const line =
    decisive && new RegExp(decisive.pattern, 'mu').exec(printed[decisive.from ?? 'stderr'])
  const { exit: name = 'GENERAL_ERROR', code = 'EXIT_STATUS', suggestion } = end.failure ?? {}
  // The words of a rule, else those of the program.
  const own = end.failure?.message === undefined ? undefined : end.message
  const message = own ?? (line ? (line.groups?.['line'] ?? line[0]).trim() : undefined)
  return {
    exit: name,
    code,
    ...(message !== undefined && message !== '' && { message }),
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
