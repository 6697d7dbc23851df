import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { refusedValue } from '../../run/errors/input-error.ts'
import { commandName } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Reduces data to what identifies it, by `--format id`. */
export const idFormat: Step = {
  look: (run, { flags }) => {
    if (flags.format !== 'id' || run.command?.declaration.idField !== undefined) return
    const message = `--format id: ${commandName(run)} answers nothing with an identifier.`
    throw refusedValue(run, '--format', message, { code: 'INVALID_CHOICE', value: 'id' })
  },
  applies: ({ input }) => input.flags.format === 'id',
  run: async ({ command }, next) => {
    const end = await next()
    if (end.kind !== 'data') return end
    const idOf = (item: JsonValue) => {
      const id = isJsonObject(item) ? item[command.declaration.idField!] : item
      return typeof id === 'string' ? id : JSON.stringify(id ?? null)
    }
    const { data } = end
    return { ...end, isReshaped: true, data: Array.isArray(data) ? data.map(idOf) : idOf(data) }
  },
}
