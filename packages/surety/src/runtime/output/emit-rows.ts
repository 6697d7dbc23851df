import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutcomeMeta,
} from '../../contract/index.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { inWireWords } from './shown.ts'
import { cleanShownJson, type FinishedRun } from './surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { toJsonLine } from './json-line.ts'
import type { Run } from '../run/run-state.ts'
import { toItem } from './item-lines.ts'
import { visibleAtTerminal, write } from './write.ts'

/** Writes an answer as lines, the last of which is about it all. */
export function emitRows(run: Run, finished: FinishedRun): MaybeLater<number> {
  return write(run, 'stdout', linesOf(run, finished), finished.encoded.exit_code)
}

/** Renders an answer as lines: those that have not been written yet, then the last one. */
function linesOf(run: Run, { outcome, encoded }: FinishedRun): string {
  if (!outcome.ok) return toJsonLine({ ...encoded, layout: 'compact' })
  const { data, meta } = outcome
  const { onStdout } = run
  const isStreamed = run.meta['stream'] !== undefined || onStdout?.kind === 'lines'
  const rows = Array.isArray(data) ? (data as readonly JsonValue[]) : [data]
  const left = isStreamed ? [] : rows.map(toItem)
  const { document } = encoded
  const warnings = isJsonObject(document) ? document['warnings'] : undefined
  const streamed = onStdout && onStdout.kind !== 'program' ? (onStdout.count ?? 0) : 0
  const total = isStreamed ? streamed : rows.length
  const last = summaryLine(total, meta, Array.isArray(warnings) ? warnings : [])
  return [...left, last].map((line) => JSON.stringify(line)).join('\n')
}

/** Reports the end of a filter on stderr, because stdout holds only its lines. */
export async function emitFilter(run: Run, finished: FinishedRun): Promise<number> {
  const { outcome, encoded, facts } = finished
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human') {
      const { writeForPeople } = await import('./emit-people.ts')
      return writeForPeople(run, inWireWords(outcome, encoded), exitCode, facts.usage)
    }
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.onStdout?.kind === 'lines' ? run.onStdout.report : undefined
  const messages = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) messages.push(JSON.stringify(cleanShownJson(run, report)))
  const text = visibleText(messages.join('\n'), '\n')
  if (messages.length > 0) await write(run, 'stderr', text, exitCode)
  return exitCode
}

export function summaryLine(
  total: number,
  { duration_ms: duration = 0, pagination, dry_run: isDryRun, effects, step_events }: OutcomeMeta,
  warnings: readonly JsonValue[],
): JsonObject {
  return {
    _summary: true,
    total,
    duration_ms: duration,
    ...(isJsonObject(pagination) && { pagination }),
    ...(isJsonObject(effects) && { effects }),
    ...(isDryRun === true && { dry_run: true }),
    ...(step_events !== undefined && { step_events }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Ends as the program did; if there is no such end, one line says what happened instead. */
export function emitHandedOn(
  run: Run,
  { outcome, encoded }: FinishedRun,
): number | Promise<number> {
  const exit = run.onStdout?.kind === 'program' ? run.onStdout.exit : null
  if (exit !== null || outcome.error === null) return exit ?? encoded.exit_code
  const { code, message } = outcome.error
  const line = `${run.cli.declaration.name}: ${code}: ${message}`
  return write(run, 'stderr', visibleAtTerminal(run, 'stderr', line), encoded.exit_code)
}
