import type { Command } from '../declare/command.ts'
import { inputFailure } from '../run/input-error.ts'
import { readInput, type CheckedInput } from './read-input.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Looks at input that has problems once more: what a builtin does not need is forgotten, what was left
 * out is asked for where somebody sits at a terminal. Everything else is refused.
 */
export async function mendInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: CheckedInput,
): Promise<CheckedInput> {
  const mended = canAsk(run, command, checked)
    ? await askAndRead(run, command, argv, checked)
    : checked
  const problems = isBuiltin(run) ? withoutGlobals(mended) : mended.problems
  if (problems.length > 0) throw inputFailure(run, problems)
  return mended
}

function isBuiltin({ cli, path }: Run): boolean {
  return !Object.hasOwn(cli.declaration.commands, path[0] ?? '')
}

/** What a tool demands of its commands is not asked of those that every tool has. */
function withoutGlobals({ problems, missing }: CheckedInput): CheckedInput['problems'] {
  const unasked = new Set(
    missing.filter(({ set }) => set === 'globals').map(({ problem }) => problem),
  )
  return problems.filter((problem) => !unasked.has(problem))
}

/** Tests whether all that is wrong is something left out, and somebody is there to be asked for it. */
function canAsk(
  { world, output }: Run,
  { declaration }: Command,
  { problems, missing, flags }: CheckedInput,
): boolean {
  return (
    declaration.interactive === true &&
    problems.length === missing.length &&
    output.format === 'human' &&
    world.isStdinTty &&
    world.isStderrTty &&
    flags['nonInteractive'] !== true &&
    flags['yes'] !== true &&
    // A terminal that is made up for a test has nobody in front of it.
    process.stdin.isTTY
  )
}

async function askAndRead(
  run: Run,
  command: Command,
  argv: readonly string[],
  { missing }: CheckedInput,
): Promise<CheckedInput> {
  const { askMissing } = await import('./prompt-missing.ts')
  return readInput(run, command, await askMissing(run, command, argv, missing))
}
