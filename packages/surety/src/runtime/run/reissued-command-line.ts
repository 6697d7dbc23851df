import { quoteWords } from '@surety/internal/quote-words.ts'
import type { Run } from './run-state.ts'
import { callWords } from '../declare/cli.ts'

/** Formats the command line of the run without its cursor and its secrets, to be run with another cursor. */
export function invocationOf(run: Run): string {
  const { cli, world } = run
  const words = withoutSecrets(run, withoutOptions(world.argv, ['--cursor']))
  return quoteWords([...callWords(cli), ...words])
}

/**
 * Redacts words before they are quoted, because a quoted secret may look different. The value after an option
 * that is named like a secret follows when the whole text is cleaned.
 */
export function withoutSecrets({ redactor }: Run, words: readonly string[]): readonly string[] {
  return words.map((word) => redactor.redact(word, true))
}

/** Adds options to an argv; behind `--` they would be arguments. */
export function withOptions(argv: readonly string[], options: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  return [...argv.slice(0, end), ...options, ...argv.slice(end)]
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

/** Formats the command line that shows the rest of an answer; it needs none of the words that the call had. */
export function restCommand({ cli, path }: Run, id: string): string {
  return quoteWords([...callWords(cli), ...path, '--rest', id])
}
