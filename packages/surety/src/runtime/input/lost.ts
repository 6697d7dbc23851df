import { suretyError, type SuretyError } from '../../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { loadCommand } from '../declare/command-tree.ts'
import { namesOf, toolNamesOf } from '../line/names.ts'
import { follow, readLine, type Found } from '../line/read.ts'
import { refusedValue } from '../run/errors/input-error.ts'
import { withoutSecrets } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { hideTypedSecrets, problemsOf } from './mistakes.ts'
import { readInput } from './input.ts'

type Unknown = Extract<Found, { readonly kind: 'none' }>
type Moved = Extract<Found, { readonly kind: 'moved' }>

/** Explains a line that names no command of today. */
export function explainLost(run: Run, found: Unknown | Moved): Promise<SuretyError> {
  return found.kind === 'moved' ? explainMoved(run, found) : explainUnknown(run, found)
}

export async function explainUnknown(run: Run, found: Unknown): Promise<SuretyError> {
  const near = closest(found.word, found.siblings)
  const option = near === undefined ? unknownOptionBefore(run, found) : undefined
  if (option !== undefined) return misplacedOption(run, found, option)
  const typed = [...found.path, found.word].join(' ')
  const correction =
    near === undefined ? undefined : await show(run, [...found.path, near], found.rest, true)
  const help = quoteWords([...callWords(run.cli), ...found.path, '--help'])
  return refusedValue(run, found.word, `There is no command '${typed}'.`, {
    code: 'UNKNOWN_COMMAND',
    value: found.word,
    allowed: found.siblings,
    suggestion: correction ?? help,
  })
}

/** Finds the option right before the word: if every command would refuse it, the word is probably its value. */
function unknownOptionBefore({ line }: Run, { at }: Unknown): string | undefined {
  const before = line.tokens.find((token) => token.at === at - 1)
  return before?.kind === 'unknown' && !before.word.includes('=') ? before.word : undefined
}

async function misplacedOption(
  run: Run,
  { path, word, rest }: Unknown,
  name: string,
): Promise<SuretyError> {
  const behind = find(run, [...path, ...rest])
  const param = name.slice(0, 100)
  const isNamed = behind.kind === 'command'
  const line = [...path, ...rest, name, word]
  const { fit, unknown } = isNamed ? await readSecretly(run, line) : NOT_READ
  const fits = fit === 'fits'
  if (unknown?.param === param) {
    const { message, allowed, suggestion } = unknown
    const advised = suggestion ?? quoteWords([...callWords(run.cli), ...path, '--help'])
    return refusedValue(run, param, message, {
      code: 'UNKNOWN_FLAG',
      ...(allowed !== undefined && { allowed }),
      suggestion: advised,
    })
  }
  const help = [...callWords(run.cli), ...(isNamed ? behind.path : path), '--help']
  const message = isNamed
    ? `${param} is no option of every command; write it after '${behind.path.join(' ')}'.`
    : `There is no option ${param}, and no command '${[...path, word].join(' ')}'.`
  return refusedValue(run, param, message, {
    code: 'UNKNOWN_FLAG',
    suggestion: fits ? await show(run, line, []) : quoteWords(help),
  })
}

export function missingCommand(run: Run): SuretyError {
  const suggestion = quoteWords([...callWords(run.cli), ...run.path, '--help'])
  const more = { code: 'MISSING_ARGUMENT', suggestion }
  return refusedValue(run, '<command>', 'A command is required.', more)
}

/** Creates the error for a redirected command; it names the new command line with all arguments. */
async function explainMoved(run: Run, found: Moved): Promise<SuretyError> {
  const { from, rest } = found
  const { to, permanent = true, reason = 'renamed', map } = found.to
  const command = await show(run, to.trim().split(/\s+/), map ? map(rest) : rest)
  return suretyError('COMMAND_MOVED', `'${from}' is now '${to}'.`, {
    redirect: { command, permanent, reason },
    suggestion: `Run: ${command}`,
    fix_required: `Run ${command} instead.`,
  })
}

/**
 * Formats a command line for an error. Values that the named command declares secret are redacted, although
 * the command does not run. Leaves the arguments out if that command cannot be loaded, and those of a guess if it
 * does not know them: they may be secrets that are meant for another command.
 */
async function show(
  run: Run,
  path: readonly string[],
  rest: readonly string[],
  isGuess = false,
): Promise<string> {
  await hideTypedSecrets(run)
  const { fit } = await readSecretly(run, [...path, ...rest])
  const isShown = fit === 'fits' || (fit === 'foreign' && !isGuess)
  const words = withoutSecrets(run, isShown ? [...path, ...rest] : path)
  return quoteWords([...callWords(run.cli), ...words])
}

interface Fit {
  readonly fit: 'fits' | 'foreign' | 'broken'
  /** The first option that the command does not have. */
  readonly unknown?: InputProblem
}

const NOT_READ: Fit = { fit: 'foreign' }

function find({ cli }: Run, argv: readonly string[]): Found {
  return follow(cli, readLine(argv, toolNamesOf(cli)))
}

/** Reads the input of the command that an argv names, for its secrets only, and tells whether it knows the input. */
async function readSecretly(run: Run, argv: readonly string[]): Promise<Fit> {
  const found = find(run, argv)
  if (found.kind !== 'command') return NOT_READ
  const warned = run.warnings.length
  try {
    const command = await loadCommand(found.path, found.member)
    const { findings, line } = await readInput(run, command, found.rest)
    const unknown = findings.find(({ kind }) => kind === 'unknown')
    if (!unknown || !line) return { fit: 'fits' }
    const names = namesOf(run.cli, command)
    return { fit: 'foreign', unknown: problemsOf([unknown], line, names)[0]! }
  } catch {
    // A broken module must not hide that the command is unknown or has moved.
    return { fit: 'broken' }
  } finally {
    // Nobody hears of what this call would have been warned.
    run.warnings.splice(warned)
  }
}
