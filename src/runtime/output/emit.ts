import { defect, type JsonValue, type Outcome } from '../../contract/index.ts'
import { isShortJson } from '../result/short-json.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './finish.ts'
import { write } from './bytes/write.ts'
import { emitJson, losesWords } from './emit/emit-json.ts'

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
  const { format, isMeasured, isCurrent } = run.output
  if (end?.kind === 'help') {
    if (format === 'human') return write(run, 'stdout', end.text, 0)
    await write(run, 'stderr', end.text, 0)
  }
  const { passthrough, filter } = run.command?.declaration ?? {}
  if (!passthrough && !filter && !run.lines) {
    if (isCurrent && (format === 'jsonl' || run.file !== null))
      return (await import('./emit/emit-current.ts')).emitCurrent(run, finished)
    const isJson = (format === 'json' && !isMeasured) || run.meta['stream'] !== undefined
    if (isJson && !losesWords(outcome, encoded)) return emitJson(run, encoded)
  }
  return (await import('./emit/emit-text.ts')).emitUnusual(run, finished)
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
