import { defect } from '../../contract/index.ts'
import type { EncodedDocument } from '../../dialects/index.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './finish.ts'
import { visibleAtTerminal, write, writeWarnings } from './write.ts'

/** Writes the answer of a run and returns the exit code of the process. */
export async function emit(run: Run, finished: FinishedRun, end?: RunEnd): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
  run.isAnswered = true
  run.progress?.stop()
  const { outcome, encoded } = finished
  if (end?.kind === 'text' && !run.output.isExplicit) return write(run, 'stdout', end.text, 0)
  if (end?.kind === 'help') {
    if (run.output.format === 'human') return write(run, 'stdout', end.text, 0)
    await write(run, 'stderr', end.text, 0)
  }
  if (run.lines && (outcome.ok || run.lines.bytes > 0))
    return (await import('./emit-text.ts')).endFilter(run, finished)
  if (encoded.losses.length > 0) warnOnStderr(run, finished)
  if (run.output.format === 'json' || run.meta['stream'] !== undefined)
    return emitJson(run, encoded)
  return (await import('./emit-text.ts')).emitText(run, finished)
}

/** Writes the document; a dialect may have none for an outcome. */
async function emitJson(run: Run, encoded: EncodedDocument): Promise<number> {
  if (encoded.document === undefined) return encoded.exit_code
  // The last record of a stream is one line, like all others.
  const isRecord = run.meta['stream'] !== undefined
  const text = toJsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  return write(run, encoded.stream, visibleAtTerminal(run, encoded.stream, text), encoded.exit_code)
}

/** Writes warnings and a note about a cut answer to stderr if the dialect has no member for them. */
function warnOnStderr(run: Run, { outcome, encoded: { losses } }: FinishedRun): void {
  if (run.output.format === 'human') return
  const isDropped = (pointer: string) =>
    losses.some((loss) => loss.pointer === pointer && loss.stowed_at === null)
  const warnings = isDropped('/warnings') ? [...outcome.warnings] : []
  if (outcome.meta.truncated === true && isDropped('/meta/truncated')) {
    const { truncation_hint: hint } = outcome.meta
    warnings.push(`The answer was cut.${typeof hint === 'string' ? ` Continue with: ${hint}` : ''}`)
  }
  void writeWarnings(run, warnings)
}
