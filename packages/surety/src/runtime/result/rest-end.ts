import type { FlagValues } from '../declare/framework-flags.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { refusedValue } from '../run/errors/input-error.ts'
import { commandName, type Run } from '../run/run-state.ts'
import { nameShape } from './fields.ts'
import { readRest } from './paging/rest.ts'
import { shapeAnswer } from './shape.ts'

/** Answers `--rest`: shows what was kept of an earlier answer. The handler of the command does not run. */
export async function restEnd(run: Run, id: string, flags: FlagValues): Promise<RunEnd> {
  const kept = readRest(run, id)
  if (kept === undefined) {
    const message = `There is no rest '${id.slice(0, 100)}' of an answer of '${commandName(run)}': the newest 32 are kept, for a day.`
    throw refusedValue(run, '--rest', message, { value: id.slice(0, 200) })
  }
  const { data, from } = kept
  const input = { flags, from: from.length === 0 ? null : { position: null, path: from } }
  nameShape(run, 'selection')
  const keptAs = id.split('.')[0]!
  const shown = await shapeAnswer(run, { input, returned: data, keptAs, isRest: true })
  return { kind: 'data', ...shown, isReshaped: true }
}
