import { type ClientOptions, createClient, type RunOptions } from '../../../client/index.ts'
import { suretyError } from '../../../contract/index.ts'
import { splitWords } from '../../../internal/shell-words.ts'

/**
 * Makes the hook for `--refresh-with`: runs the caller's command, never one that a tool printed. The
 * credentials count as refreshed if it exits with 0.
 */
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
  const client = createClient({
    dialect: 'plain',
    memory: false,
    ...(inheritedEnv !== undefined && { inheritedEnv }),
    ...(journal !== undefined && { journal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return async () => (await client.run(split.words)).outcome.ok
}
