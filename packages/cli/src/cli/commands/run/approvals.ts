import { createClient, type ClientOptions, type RunOptions } from '@surety/client/unstable/client'
import { suretyError } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { splitWords } from '@surety/internal/shell-words.ts'

/** Makes the hook for `--refresh-with`: runs the caller's command, never one that a tool printed. */
export function refreshWith(
  command: string,
  options: ClientOptions,
): NonNullable<RunOptions['refreshCredentials']> {
  const split = splitWords(command)
  if (!split.ok || split.words.length === 0) {
    throw suretyError('INVALID_VALUE', '--refresh-with is not a plain command line.', {
      phase: 'validation',
      fix_required: 'Give a program and its arguments, without pipes or substitutions.',
    })
  }
  const { inheritedEnv, journal, timeoutMs } = options
  const same = given({ inheritedEnv, journal, timeoutMs })
  const client = createClient({ dialect: 'plain', memory: false, ...same })
  return async () => (await client.run(split.words)).outcome.ok
}

export const ASK = 'ask'

/** Tests whether a pattern approves a command line, all of it. In the first word `*` stays inside of that word. */
export function approves(pattern: string, words: readonly string[]): boolean {
  const parts = pattern.split(' ').map((word, at) => {
    const literal = word.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`)
    return literal.replaceAll('*', at === 0 ? '[^ ]*' : '.*')
  })
  return pattern !== '' && new RegExp(`^${parts.join(' ')}$`, 's').test(quoteWords(words))
}
