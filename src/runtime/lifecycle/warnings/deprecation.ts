import type { CommandDeclaration } from '../../declare/command-declaration.ts'
import { commandName, type Run } from '../../run/run-state.ts'

/** Warns that the command is deprecated, and names what to use instead. */
export function warnOfDeprecation(
  run: Run,
  deprecated: NonNullable<CommandDeclaration['deprecated']>,
): void {
  const { message, use } =
    typeof deprecated === 'string' ? { message: deprecated, use: undefined } : deprecated
  const { name } = run.cli.declaration
  const isComplete = use === name || use?.startsWith(`${name} `)
  const instead = use === undefined ? '' : ` Use '${isComplete ? use : `${name} ${use}`}' instead.`
  const end = /[.!?]$/.test(message) ? '' : '.'
  run.warnings.push(`'${commandName(run)}' is deprecated: ${message}${end}${instead}`)
}
