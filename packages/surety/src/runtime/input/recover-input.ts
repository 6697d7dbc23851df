import type { Command } from '../declare/command.ts'
import { canAsk, type Run } from '../run/run-state.ts'
import { UsageFailure } from '../run/ending/run-end.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import { splitCommandLine } from '../run/command-line.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { withoutSecrets } from '../run/reissued-command-line.ts'
import { usageLine } from '../result/failure/suggestion.ts'
import type { CheckedInput } from './read-input.ts'
import { readerOf } from './read-line.ts'

/** Asks for missing values at a terminal, and lets built-in commands do without global options; else throws. */
export async function recoverInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: CheckedInput,
): Promise<CheckedInput> {
  // A user can be asked if nothing is wrong but missing values.
  const canPrompt =
    command.declaration.interactive === true &&
    checked.problems.length === checked.missing.length &&
    canAsk(run, checked.flags)
  const recovered = canPrompt
    ? await (await import('./prompt-missing.ts')).readPrompted(run, command, argv, checked.missing)
    : checked
  const found = isBuiltin(run) ? withoutGlobals(recovered) : recovered.problems
  const problems = takenForOurs(run, command, argv, found)
  if (problems.length > 0) {
    const failure = inputFailure(run, problems)
    const helps =
      run.output.format === 'human' && problems.some(({ code }) => USAGE_HELPS.test(code))
    throw helps ? new UsageFailure(failure, usageLine(run, command)) : failure
  }
  return recovered
}

/** The problems that show that somebody does not know how the command is called. */
const USAGE_HELPS = /^(?:MISSING_ARGUMENT|UNEXPECTED_ARGUMENT|MISSING_VALUE)$/

/** The problems of words that another program should have got. */
const FOREIGN = /^(?:UNKNOWN_FLAG|UNEXPECTED_ARGUMENT)$/

/**
 * Finds words of another program that were typed without `--`, in a command whose examples have it, and makes one problem
 * of them, which shows the line that passes them on. A text gets them as one word.
 */
function takenForOurs(
  run: Run,
  command: Command,
  argv: readonly string[],
  problems: CheckedInput['problems'],
): CheckedInput['problems'] {
  const { args = {}, examples = [] } = command.declaration
  const first = problems.find(({ code, suggestion }) => FOREIGN.test(code) && !suggestion)
  if (!first || !examples.some((example) => example.command.includes(' -- '))) return problems
  const { parser } = readerOf(run, command)
  const { words, end } = splitCommandLine(argv, (flag) => ({
    takesNext: parser.takesValue(flag),
    row: undefined,
  }))
  const program = words[0]?.at ?? end
  const wrong = argv.findIndex((word, at) => at > program && word.startsWith(first.param))
  if (wrong < 0 || end < argv.length) return problems
  const at = Math.min(wrong, words[Object.keys(args).length - 1]?.at ?? wrong)
  const rest = argv.slice(at)
  const last = parser.table.takesRest ? rest : [quoteWords(rest)]
  const line = [...callWords(run.cli), ...run.path, ...argv.slice(0, at), '--', ...last]
  const suggestion = quoteWords(withoutSecrets(run, line))
  const others = problems.filter(({ code }) => !FOREIGN.test(code))
  // The options that exist are no help to somebody who wrote one of another program.
  const { param, code, message } = first
  return [{ param, code, message, suggestion }, ...others]
}

function isBuiltin({ cli, path }: Run): boolean {
  return path[0] !== undefined && !Object.hasOwn(cli.declaration.commands, path[0])
}

/** Drops missing global options, which a tool requires only of its own commands. */
function withoutGlobals({ problems, missing }: CheckedInput): CheckedInput['problems'] {
  const ignored = new Set(
    missing.filter(({ set }) => set === 'globals').map(({ problem }) => problem),
  )
  return problems.filter((problem) => !ignored.has(problem))
}
