import { usageLine } from '../result/failure/suggestion.ts'
import type { Command } from '../declare/command.ts'
import { namesOf } from '../line/names.ts'
import { readLine } from '../line/read.ts'
import type { Checked, Finding } from '../line/values.ts'
import { UsageFailure } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { canAsk, type Run } from '../run/run-state.ts'
import { problemsOf } from './mistakes.ts'

/** Asks for missing values at a terminal, and lets built-in commands do without global options; else throws. */
export async function recoverInput(
  run: Run,
  command: Command,
  argv: readonly string[],
  checked: Checked,
): Promise<Checked> {
  // A user can be asked if nothing is wrong but missing values.
  const canPrompt =
    command.declaration.interactive === true &&
    checked.findings.every((each) => each.kind === 'missing' && each.param.set !== 'env') &&
    canAsk(run, checked.flags)
  const recovered = canPrompt
    ? await (await import('./prompt-missing.ts')).readPrompted(run, command, argv, checked.findings)
    : checked
  const findings = isBuiltin(run) ? recovered.findings.filter(isOwn) : recovered.findings
  const names = namesOf(run.cli, command, run.output.rules)
  const line = recovered.line ?? readLine(argv, names)
  const found = problemsOf(findings, line, names)
  // Words of another program may have been typed without the `--` that the examples have.
  const { examples = [] } = command.declaration
  const problems = examples.some((each) => each.command.includes(' -- '))
    ? (await import('./foreign-words.ts')).asForeignWords(run, line, names, found)
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

/** A tool requires its global options only of its own commands. */
function isOwn(finding: Finding): boolean {
  return finding.kind !== 'missing' || finding.param.set !== 'globals'
}
