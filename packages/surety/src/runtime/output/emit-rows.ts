import { createHash } from 'node:crypto'

import {
  isJsonObject,
  suretyError,
  type SuretyError,
  type JsonObject,
  type JsonValue,
  type OutcomeMeta,
} from '../../contract/index.ts'
import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { systemFailure } from '../result/failure/system-failure.ts'
import { finish } from './finish.ts'
import type { FinishedRun } from './surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { toJsonLine } from './json-line.ts'
import { changeOutput, commandName, isDryRun, type Run } from '../run/run-state.ts'
import { answerText } from './answer-text.ts'
import { toItem } from './item-lines.ts'
import { write } from './write.ts'

/** Writes an answer as lines, the last of which is about it all. */
export function emitRows(run: Run, finished: FinishedRun): MaybeLater<number> {
  return write(run, 'stdout', linesOf(run, finished), finished.encoded.exit_code)
}

/** Writes an answer into a file, and one about the file to stdout. */
export async function emitFile(run: Run, finished: FinishedRun): Promise<number> {
  const { encoded: about } = await finishFile(run, run.input!.file!, finished)
  return write(run, 'stdout', toJsonLine({ ...about, layout: 'compact' }), about.exit_code)
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

/** Writes the file, as a whole or not at all, and makes the answer about it. */
async function finishFile(run: Run, path: string, finished: FinishedRun): Promise<FinishedRun> {
  // At a terminal a file is for programs as well.
  if (run.output.format === 'human') changeOutput(run, { format: 'json' })
  const { format } = run.output
  const binary = run.command?.declaration.binary
  if (binary && !isDryRun(run)) return writeBytes(run, path, finished.outcome.data)
  const text = format === 'jsonl' ? linesOf(run, finished) : await answerText(run, finished)
  const content = text === null ? '' : `${text.replace(/\n$/, '')}\n`
  const data = { path, bytes: Buffer.byteLength(content), format }
  return (await writeWhole(run, path, content)) ?? finish(run, { data, failure: null })
}

async function writeBytes(run: Run, path: string, value: JsonValue): Promise<FinishedRun> {
  const coded = isJsonObject(value) && value['encoding'] === 'base64' ? value['value'] : undefined
  if (typeof coded !== 'string') {
    const message = `${commandName(run)} returned no bytes.`
    return finishFailed(run, suretyError('OUTPUT_INVALID', message, { retryable: false }))
  }
  const bytes = Buffer.from(coded, 'base64')
  const declared = run.command?.declaration.binary
  const data: JsonObject = {
    path,
    bytes: bytes.length,
    ...(typeof declared === 'object' && { content_type: declared.contentType }),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return (await writeWhole(run, path, bytes)) ?? finish(run, { data, failure: null })
}

/** Replaces a file in one step; gives the answer if that fails. */
async function writeWhole(
  run: Run,
  path: string,
  content: string | Uint8Array,
): Promise<FinishedRun | null> {
  try {
    await writeFileAtomically(path, content, { mode: 0o666 })
    return null
  } catch (error) {
    const failure =
      systemFailure(run, error) ??
      suretyError('WRITE_FAILED', `${path} could not be written.`, { cause: error })
    return finishFailed(run, failure)
  }
}

function finishFailed(run: Run, failure: SuretyError): MaybeLater<FinishedRun> {
  const error = { ...failure.toErrorInput(), phase: 'execution' as const }
  return finish(run, { data: null, failure: { exit: failure.exit, error } })
}
