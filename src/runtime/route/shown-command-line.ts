import { quoteWords } from '../../internal/quote-words.ts'
import { readInput } from '../input/read-input.ts'
import { withoutSecrets } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { loadCommand } from './command-tree.ts'
import { readCommandLine, route } from './route.ts'
import { callWords } from '../declare/cli.ts'

/**
 * Formats a command line for an error. Values that the named command declares secret are redacted, although
 * the command does not run. Leaves the arguments out if that command cannot be loaded.
 */
export async function shownCommandLine(
  run: Run,
  path: readonly string[],
  rest: readonly string[],
): Promise<string> {
  const isKnown = await learnSecrets(run, [...path, ...rest])
  const words = withoutSecrets(run, isKnown ? [...path, ...rest] : path)
  return quoteWords([...callWords(run.cli), ...words])
}

/** Reads the input of the command that an argv names, for its secrets only. */
async function learnSecrets(run: Run, argv: readonly string[]): Promise<boolean> {
  const { cli, warnings } = run
  const found = route(cli, readCommandLine(cli, argv))
  if (found.kind !== 'command') return true
  const count = warnings.length
  try {
    await readInput(run, await loadCommand(found.path, found.member), found.rest)
    return true
  } catch {
    // A broken module must not hide that the command is unknown or has moved.
    return false
  } finally {
    warnings.length = count
  }
}
