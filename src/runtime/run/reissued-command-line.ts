import { quoteWords } from '../../internal/quote-words.ts'
import { redactWords } from '../../internal/redact/redact-words.ts'
import type { Run } from './run-state.ts'

/** Formats the command line of the run without its cursor and its secrets, to be run with another cursor. */
export function invocationOf({ cli, world, redactor }: Run): string {
  const words = redactWords(withoutOptions(world.argv, ['--cursor']), redactor)
  return quoteWords([cli.declaration.name, ...words])
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
