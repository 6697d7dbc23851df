import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { EncodedDocument } from '../../dialects/wires.ts'
import { isFormatId } from '../../formats/index.ts'
import type { Run } from '../run/run-state.ts'
import { textIn, warnOfLosses } from './emit-format.ts'
import { toJsonLine } from './json-line.ts'
import type { FinishedRun } from './surroundings.ts'
import { visibleAtTerminal, write } from './write.ts'

/** Writes the number of an error's tokens, or the requested ones of its text. */
export async function emitTokens(run: Run, finished: FinishedRun): Promise<number> {
  warnOfLosses(run, finished)
  const { encoded } = finished
  const { document = null } = encoded
  const { countsTokens, tokenLimit, tokenOffset } = run.output
  const { estimateTokenCount, sliceByTokens } = await import('tokenx')
  const { error, meta } = isJsonObject(document) ? document : {}
  const text = await textOf(run, isJsonObject(error) ? error : document, encoded)
  const total = estimateTokenCount(text)
  if (countsTokens) return write(run, encoded.stream, String(total), encoded.exit_code)
  const offset = tokenOffset ?? 0
  const end = Math.min(total, offset + (tokenLimit ?? total))
  const isWhole = offset === 0 && end === total
  const note = `[tokens ${Math.min(offset, total)} to ${end} of ${total}]`
  const part = isWhole ? text : `${sliceByTokens(text, offset, end)}\n${note}`
  // Around an error that is cut, the envelope stays whole.
  const cut = isWhole ? error : part
  const next = end < total ? { nextOffset: end } : {}
  const envelope = {
    ...(document as JsonObject),
    error: cut,
    meta: { ...(meta as JsonObject), ...next },
  }
  const shown = isJsonObject(error) ? await textOf(run, envelope as JsonObject, encoded) : part
  const visible = visibleAtTerminal(run, encoded.stream, shown)
  return write(run, encoded.stream, visible, encoded.exit_code)
}

async function textOf(run: Run, value: JsonValue, encoded: EncodedDocument): Promise<string> {
  const { piped = 'json' } = run.cli.declaration.output ?? {}
  const format = run.output.format === 'human' ? piped : run.output.format
  if (format === 'json' || !isFormatId(format)) return toJsonLine({ ...encoded, document: value })
  return textIn(run, format, value)
}
