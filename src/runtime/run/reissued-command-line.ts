import { quoteWords } from '../../internal/quote-words.ts'
import type { Run } from './run-state.ts'

/** Formats the command line of the run without its cursor, so that it can be run with another. */
export function invocationOf({ cli, world }: Run): string {
  return quoteWords([cli.declaration.name, ...withoutOptions(world.argv, ['--cursor'])])
}

/** Removes options and their values from an argv; all of the options must take a value. */
export function withoutOptions(
  argv: readonly string[],
  options: readonly string[],
): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at]!
    if (token === '--') return [...kept, ...argv.slice(at)]
    if (options.includes(token)) at += 1
    else if (!options.some((option) => token.startsWith(`${option}=`))) kept.push(token)
  }
  return kept
}
