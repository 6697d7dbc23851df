import type { Command } from '../declare/command.ts'
import { canAsk, type Run } from '../run/run-state.ts'
import { UsageFailure } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { usageLine } from '../result/failure/suggestion.ts'
import type { CheckedInput } from './read-input.ts'

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
  // Words of another program may have been typed without the `--` that the examples have.
  const { examples = [] } = command.declaration
  const problems = examples.some((each) => each.command.includes(' -- '))
    ? (await import('./foreign-words.ts')).asForeignWords(run, command, argv, found)
    : found
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
