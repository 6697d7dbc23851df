import { suretyError, type SuretyError } from '../../contract/index.ts'
import { closest } from '../../internal/closest.ts'
import { quoteWords } from '../../internal/quote-words.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { Route } from './route.ts'
import type { Run } from '../run/run-state.ts'
import { callWords } from '../declare/cli.ts'

/** Creates the error for an unknown command, with a suggestion. */
export async function explainUnknown(
  run: Run,
  found: Extract<Route, { kind: 'unknown' }>,
): Promise<SuretyError> {
  const typed = [...found.path, found.word].join(' ')
  const near = closest(found.word, found.siblings)
  const correction =
    near === undefined ? undefined : await show(run, [...found.path, near], found.rest)
  const help = quoteWords([...callWords(run.cli), ...found.path, '--help'])
  return inputFailure(run, [
    {
      param: found.word,
      code: 'UNKNOWN_COMMAND',
      message: `There is no command '${typed}'.`,
      value: found.word,
      allowed: [...found.siblings],
      suggestion: correction ?? help,
    },
  ])
}

/** Creates the error for a call without a command, in a tool that requires one. */
export function missingCommand(run: Run): SuretyError {
  const words = [...callWords(run.cli), ...run.path]
  return inputFailure(run, [
    {
      param: '<command>',
      code: 'MISSING_ARGUMENT',
      message: 'A command is required.',
      suggestion: quoteWords([...words, '--help']),
    },
  ])
}

/** Creates the error for a redirected command; it names the new command line with all arguments. */
export async function redirectFailure(
  run: Run,
  found: Extract<Route, { kind: 'redirect' }>,
): Promise<SuretyError> {
  const { from, redirect, rest } = found
  const { to, permanent = true, reason = 'renamed', map } = redirect
  const command = await show(run, to.trim().split(/\s+/), map ? map(rest) : rest)
  return suretyError('COMMAND_MOVED', `'${from}' is now '${to}'.`, {
    phase: 'validation',
    redirect: { command, permanent, reason },
    suggestion: `Run: ${command}`,
    fix_required: `Run ${command} instead.`,
  })
}

/** Formats a command line without its secrets; loaded on demand, because most mistakes need none. */
async function show(run: Run, path: readonly string[], rest: readonly string[]): Promise<string> {
  return (await import('./shown-command-line.ts')).shownCommandLine(run, path, rest)
}
