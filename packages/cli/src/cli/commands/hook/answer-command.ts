import { quoteWords } from '@surety/internal/quote-words.ts'
import type { ReadLimits } from '../read/program-file.ts'
import type { RuledCommand } from './client-rules.ts'
import { readStart, type HookChoices, type Place } from './clients.ts'

export interface HookWorld extends Place {
  readonly platform: string
  /** The folder of the call where the message names none. */
  readonly cwd: string
  /** Returns the flag with rules that the client was started with; null if there is none. */
  readonly startedWithRules: () => string | null
  /** Says whether `surety read` would run these words, and where they read from; null if it would not. */
  readonly readOf: (
    words: readonly string[],
    cwd: string,
    mayUseNetwork: boolean,
  ) => Promise<'local' | 'network' | null>
}

export interface Call {
  readonly command: string
  readonly cwd: string
}

/** What the hook answers with, and the calls that the rules of a client are held against. */
export interface Rewrite {
  readonly rewritten: string
  readonly calls: readonly RuledCommand[]
}

/** Rewrites a command of one program; the reason if it is no known read. */
export async function answerCommand(
  words: readonly string[],
  { command, cwd }: Call,
  { readOf: known }: HookWorld,
  { network, short }: HookChoices,
): Promise<Rewrite | string> {
  const from = await known(words, cwd, network)
  if (from === null) return 'It is not known to only read.'
  const start = readStart('--', { network: from === 'network', short })
  return { rewritten: `${start} ${quoteWords(words)}`, calls: [{ command, words, cwd }] }
}

export function limitsOf(
  { env }: Pick<HookWorld, 'env'>,
  cwd: string,
  mayUseNetwork: boolean,
): ReadLimits {
  return { cwd, path: env['PATH'] ?? '', mayUseNetwork, mayLeave: false }
}
