import { quoteWords } from '../../internal/shell-words.ts'
import type { Run } from './run-state.ts'

/** Writes what was typed as a line that can be run again, up to where a cursor is added. */
export function invocationOf({ cli, world }: Run): string {
  return quoteWords([cli.declaration.name, ...withoutOptions(world.argv, ['--cursor'])])
}

/** Leaves options that take a value, and their values, out of an argv. */
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
