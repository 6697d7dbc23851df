import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { commandName, warnWithCode } from '../run/run-state.ts'

/** Warns, and goes on. */
export async function warnOfDeprecation(
  { run, command }: Call,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  const deprecated = command.declaration.deprecated!
  const { message, use } =
    typeof deprecated === 'string' ? { message: deprecated, use: undefined } : deprecated
  const { name } = run.cli.declaration
  const isComplete = use === name || use?.startsWith(`${name} `)
  const replacement = use === undefined || isComplete ? use : `${name} ${use}`
  const instead = replacement === undefined ? '' : ` Use '${replacement}' instead.`
  const end = /[.!?]$/.test(message) ? '' : '.'
  const text = `'${commandName(run)}' is deprecated: ${message}${end}${instead}`
  warnWithCode(run, 'DEPRECATED', text, { replacement: replacement ?? null })
  return next()
}
