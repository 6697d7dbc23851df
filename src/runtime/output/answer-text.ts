import type { Run } from '../run/run-state.ts'
import { toJsonLine, type FinishedRun } from './finish.ts'

/** Renders an answer for programs; null if there is nothing to print, or if it is for people. */
export async function answerText(run: Run, finished: FinishedRun): Promise<string | null> {
  const { encoded } = finished
  const { format } = run.output
  if (format === 'human') return null
  const isRecord = run.meta['stream'] !== undefined
  if (format === 'json' || isRecord) {
    if (encoded.document === undefined) return null
    return toJsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  }
  return (await import('./format-text.ts')).formatText(run, format, finished)
}

/** Counts the bytes of an answer with its line feed. */
export function sizeOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text, 'utf8') + 1
}
