import { defect, type JsonValue, type Outcome } from '../../contract/index.ts'
import type { EncodedDocument } from '../../dialects/index.ts'
import { isShortJson } from '../result/short-json.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './finish.ts'
import { visibleAtTerminal, write } from './bytes/write.ts'

/** Writes the answer of a run and returns the exit code of the process. */
export async function emit(run: Run, finished: FinishedRun, end?: RunEnd): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
  run.isAnswered = true
  run.progress?.stop()
  const { outcome, encoded } = finished
  if (run.world.takeAnswer && run.file === null) {
    run.world.takeAnswer(finished)
    return encoded.exit_code
  }
  if (end?.kind === 'text' && isBareText(run)) return write(run, 'stdout', end.text, 0)
  if (end?.kind === 'help') {
    if (run.output.format === 'human') return write(run, 'stdout', end.text, 0)
    await write(run, 'stderr', end.text, 0)
  }
  if (run.command?.declaration.passthrough && run.phase !== 'validation')
    return (await import('./emit/emit-text.ts')).endDelegated(run, finished)
  const { isCurrent, format: form } = run.output
  const isStream = isCurrent && form === 'jsonl'
  const isProtocol = run.command?.declaration.filter === 'protocol'
  const isOfLines = outcome.ok ? run.lines : isProtocol || run.lines?.bytes
  if (isOfLines && (isProtocol || !isStream))
    return (await import('./emit/emit-text.ts')).endFilter(run, finished)
  if (isStream || (isCurrent && run.file !== null))
    return (await import('./emit/emit-current.ts')).emitCurrent(run, finished)
  const { warnings, meta } = outcome
  if (encoded.losses.length > 0 && (warnings.length > 0 || meta.truncated === true))
    (await import('./emit/emit-text.ts')).warnOfLosses(run, finished)
  const { format, isMeasured } = run.output
  if ((format === 'json' && !isMeasured) || run.meta['stream'] !== undefined)
    return emitJson(run, encoded)
  return (await import('./emit/emit-text.ts')).emitText(run, finished)
}

/** Tests whether a text such as a page of help is written as it is, and not as data. */
export function isBareText({ output: { isExplicit, isFull, isMeasured, format } }: Run): boolean {
  const isText = format === 'human' || format === 'plain'
  return !isExplicit || (isText && !isFull && !isMeasured)
}

/** Keeps an answer within its limits; the module for it is loaded only if the answer may be too large. */
export function fit(
  run: Run,
  finished: FinishedRun,
  end: RunEnd,
): FinishedRun | Promise<FinishedRun> {
  if (isShort(run, finished.outcome)) return finished
  return import('./fit-output.ts').then(({ fitOutput }) => fitOutput(run, finished, end))
}

/** Estimates whether an answer is far below every limit, if it has one. */
function isShort(run: Run, { data, error, warnings, meta }: Outcome): boolean {
  if (run.output.tokenLimit !== null || run.recut !== null) return false
  // A description of the tool is useless in parts, so it has no limit.
  if (run.isWhole) return true
  if (run.world.env[`${run.cli.envPrefix}_MAX_OUTPUT_BYTES`] !== undefined) return false
  return isShortJson([data, error, warnings, meta] as unknown as JsonValue)
}

/** Writes the document; a dialect may have none for an outcome. */
async function emitJson(run: Run, encoded: EncodedDocument): Promise<number> {
  if (encoded.document === undefined) return encoded.exit_code
  // The last record of a stream is one line, like all others.
  const isRecord = run.meta['stream'] !== undefined
  const text = toJsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  return write(run, encoded.stream, visibleAtTerminal(run, encoded.stream, text), encoded.exit_code)
}
