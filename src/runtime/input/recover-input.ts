import type { Command } from '../declare/command.ts'
import { canAsk } from '../run/can-ask.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { usageLine } from '../result/failure/suggestion.ts'
import { readInput, type CheckedInput } from './read-input.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Tries to resolve problems with the input: prompts for missing values at a terminal, and ignores
 * missing global options of the tool in built-in commands. Throws if problems remain.
 */
export async function recoverInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: CheckedInput,
): Promise<CheckedInput> {
  const recovered = canPrompt(run, command, checked)
    ? await promptAndRead(run, command, argv, checked)
    : checked
  const problems = isBuiltin(run) ? withoutGlobals(recovered) : recovered.problems
  if (problems.length > 0) {
    if (run.output.format === 'human' && problems.some(({ code }) => USAGE_HELPS.has(code)))
      run.answer.showUsage(usageLine(run, command))
    throw inputFailure(run, problems)
  }
  return recovered
}

/** The problems that show that somebody does not know how the command is called. */
const USAGE_HELPS: ReadonlySet<string> = new Set([
  'MISSING_ARGUMENT',
  'UNEXPECTED_ARGUMENT',
  'MISSING_VALUE',
])

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

/** Tests whether all problems are missing values and a user can be prompted for them. */
function canPrompt(
  run: Run,
  { declaration }: Command,
  { problems, missing, flags }: CheckedInput,
): boolean {
  return (
    declaration.interactive === true && problems.length === missing.length && canAsk(run, flags)
  )
}

async function promptAndRead(
  run: Run,
  command: Command,
  argv: readonly string[],
  { missing }: CheckedInput,
): Promise<CheckedInput> {
  const { promptMissing } = await import('./prompt-missing.ts')
  return readInput(run, command, await promptMissing(run, command, argv, missing))
}
