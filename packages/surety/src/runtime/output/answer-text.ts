import type { Run } from '../run/run-state.ts'
import type { EncodedDocument } from '../../dialects/wires.ts'
import type { FinishedRun } from './surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'

/** Renders an answer for programs; null if there is nothing to print, or if it is for people. */
export function answerText(run: Run, finished: FinishedRun): MaybeLater<string | null> {
  const { encoded } = finished
  const { format } = run.output
  if (format === 'human') return null
  const isRecord = run.meta['stream'] !== undefined
  if (format === 'json' || isRecord) {
    if (encoded.document === undefined) return null
    return jsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  }
  return import('./emit-format.ts').then((its) => its.formatText(run, format, finished))
}

/** Counts the bytes of an answer with its line feed. */
export function sizeOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text, 'utf8') + 1
}

/** Writes a document on one line, or as its dialect lays it out, which has to be loaded. */
export function jsonLine(encoded: EncodedDocument): MaybeLater<string> {
  const { document = null, layout } = encoded
  if (layout === 'compact') return JSON.stringify(document)
  return import('./json-line.ts').then((its) => its.toJsonLine(encoded))
}
