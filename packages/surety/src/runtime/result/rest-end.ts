import type { FlagValues } from '../declare/framework-flags.ts'
import type { RunEnd, ShapedData } from '../run/ending/run-end.ts'
import { refusedValue } from '../run/errors/input-error.ts'
import { commandName, type Run } from '../run/run-state.ts'
import { chooseFields } from './choose-fields.ts'
import { nameShape } from './name-shape.ts'
import { readRest } from './paging/rest.ts'
import { countAndCut, limited } from './shape-data.ts'

/** Answers `--rest`: shows what was kept of an earlier answer. The handler of the command does not run. */
export async function restEnd(run: Run, id: string, flags: FlagValues): Promise<RunEnd> {
  const kept = readRest(run, id)
  if (kept === undefined) {
    const message = `There is no rest '${id.slice(0, 100)}' of an answer of '${commandName(run)}': the newest 32 are kept, for a day.`
    throw refusedValue(run, '--rest', message, { value: id.slice(0, 200) })
  }
  const { from } = kept
  const input = { flags, from: from.length === 0 ? null : { position: null, path: from } }
  nameShape(run, 'selection')
  const whole: ShapedData = { data: kept.data }
  const chosen = flags.fields === undefined ? whole : chooseFields(run, flags.fields, kept.data)
  const keptAs = id.split('.')[0]!
  const shaped = await countAndCut(run, input, chosen, keptAs)
  const shown = await limited(run, shaped, { input, isMadeAgain: false, keptAs }, null)
  return { kind: 'data', ...shown, isReshaped: true }
}
