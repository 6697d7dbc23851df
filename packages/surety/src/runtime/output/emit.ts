import { speaksProtocol } from '../declare/command.ts'
import { defect, type Outcome } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { FormatId } from '../../formats/index.ts'
import type { FinishedRun } from './surroundings.ts'
import { jsonLine } from './answer-text.ts'
import { visibleAtTerminal, write, writeWarnings } from './write.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { endProgress, isAnswered, type Run } from '../run/run-state.ts'

/** The ways out of a run. */
export type Channel =
  /** To a caller in the same process. */
  | 'data'
  /** A text as it is: a version, a script, help at a terminal. */
  | 'text'
  /** Nothing, or one line of stderr: both streams are those of the program that was run. */
  | 'handed-on'
  /** To stderr, because stdout has the lines of a filter. */
  | 'filter'
  /** Lines of JSON, the last one about the answer. */
  | 'rows'
  /** The tokens of an error, counted or cut. */
  | 'tokens'
  | 'json'
  | 'people'
  /** Any other format: YAML, a table, ... */
  | 'format'

export function channelOf(run: Run, outcome: Outcome, end?: RunEnd): Channel {
  const { format, endsStreams } = run.output
  if (run.world.takeAnswer) return 'data'
  if (run.onStdout?.kind === 'program') return 'handed-on'
  if (end?.kind === 'text' && isBareText(run)) return 'text'
  if (end?.kind === 'help' && format === 'human') return 'text'
  const { filter } = run.command?.declaration ?? {}
  const isRows = endsStreams && format === 'jsonl'
  const isProtocol = speaksProtocol({ filter })
  const lines = run.onStdout?.kind === 'lines' ? run.onStdout : null
  const hasLines = outcome.ok ? lines !== null : isProtocol || !!lines?.bytes
  if (hasLines && (isProtocol || !isRows)) return 'filter'
  if (isRows) return 'rows'
  if (run.meta['stream'] !== undefined) return 'json'
  if (!outcome.ok && measuresError(run)) return 'tokens'
  if (format === 'json') return 'json'
  return format === 'human' ? 'people' : 'format'
}

export async function emit(run: Run, finished: FinishedRun, end?: RunEnd): Promise<number> {
  if (isAnswered(run)) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
  run.stage = 'answering'
  if (run.display) endProgress(run)
  const { encoded } = finished
  const channel = channelOf(run, finished.outcome, end)
  if (channel === 'data') {
    run.world.takeAnswer!(finished)
    return encoded.exit_code
  }
  const text = end && 'text' in end ? end.text : ''
  if (channel === 'text') {
    if (end?.kind === 'text') await writeWarnings(run, finished.outcome.warnings)
    return write(run, 'stdout', text, 0)
  }
  if (end?.kind === 'help') await write(run, 'stderr', text, 0)
  switch (channel) {
    case 'json':
      return emitJson(run, finished)
    case 'handed-on':
      return (await import('./emit-rows.ts')).emitHandedOn(run, finished)
    case 'rows':
      return (await import('./emit-rows.ts')).emitRows(run, finished)
    case 'filter':
      return (await import('./emit-rows.ts')).emitFilter(run, finished)
    case 'tokens':
      return (await import('./emit-tokens.ts')).emitTokens(run, finished)
    case 'people':
      return (await import('./emit-people.ts')).emitForPeople(run, finished)
    case 'format':
      return (await import('./emit-format.ts')).emitFormat(
        run,
        finished,
        run.output.format as FormatId,
      )
  }
}

/** Tests whether a text such as a page of help is written as it is, and not as data. */
export function isBareText({ output: { isExplicit, isFull, isMeasured, format } }: Run): boolean {
  const isText = format === 'human' || format === 'plain'
  return !isExplicit || (isText && !isFull && !isMeasured)
}

/** Tests whether the dialect counts or cuts the tokens of an error, as it does with results. */
function measuresError({ output }: Run): boolean {
  if (!output.isMeasured || !traitsOf(output.dialect).measuresErrors) return false
  // A person reads one line, which is not cut.
  return output.countsTokens || output.format !== 'human'
}

/** Writes the document; a dialect may have none for an outcome. */
async function emitJson(run: Run, finished: FinishedRun): Promise<number> {
  const { encoded } = finished
  const { lacksWarnings, lacksPaging } = traitsOf(run.output.dialect)
  if (encoded.losses ?? lacksWarnings ?? lacksPaging)
    (await import('./emit-format.ts')).warnOfLosses(run, finished)
  if (encoded.document === undefined) return encoded.exit_code
  // The last record of a stream is one line, like all others.
  const isRecord = run.meta['stream'] !== undefined
  const text =
    finished.text ?? (await jsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded))
  return write(run, encoded.stream, visibleAtTerminal(run, encoded.stream, text), encoded.exit_code)
}
