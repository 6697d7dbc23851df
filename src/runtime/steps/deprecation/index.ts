import { commandName, warnWithCode } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Warns that a command is deprecated, and names what to use instead. */
export const deprecation: Step = {
  applies: ({ command }) => command.declaration.deprecated !== undefined,
  run: ({ run, command }, next) => {
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
  },
}
