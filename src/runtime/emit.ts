import { defect, isJsonObject, type JsonValue, type Outcome } from '../contract/index.ts'
import {
  encodeSpecSuccess,
  loadEncoder,
  type EncodedDocument,
  type Encoder,
} from '../dialects/index.ts'
import { json as jsonFormat, loadFormat } from '../formats/index.ts'
import { DEFAULT_DIALECT } from './output-request.ts'
import type { Run } from './run.ts'
import type { Ending } from './ending.ts'
import type { Shown } from './shown.ts'
import { isErrno } from './thrown.ts'
import type { OutputStream } from './world.ts'

/** Encoders by id; importing a module that is loaded already still costs a good part of a call. */
const encoders = new Map<string, Encoder>()

/** Gives the encoder of the dialect that was asked for, the default one where there is none such. */
export function encoderOf(run: Run): Encoder | Promise<Encoder> {
  const { dialect } = run.output
  return encoders.get(dialect) ?? loadEncoderOnce(dialect)
}

async function loadEncoderOnce(dialect: string): Promise<Encoder> {
  try {
    const encoder = await loadEncoder(dialect)
    encoders.set(dialect, encoder)
    return encoder
  } catch {
    // Interrupted before the dialect was looked at; what cannot be spoken is answered all the same.
    return loadEncoder(DEFAULT_DIALECT)
  }
}

/** Writes the one answer of a run, and gives the exit code that the process ends with. */
export async function emit(run: Run, outcome: Outcome, ending?: Ending): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run has one answer')
  run.isAnswered = true
  run.progress?.stop()
  if (ending?.kind === 'text' && !run.output.isExplicit) return write(run, 'stdout', ending.text, 0)
  if (ending?.kind === 'help') {
    if (run.output.format === 'human') return write(run, 'stdout', ending.text, 0)
    await write(run, 'stderr', ending.text, 0)
  }
  const encoded =
    encodeEveryday(run, outcome) ??
    withTextExit(run, outcome, encodeOutcome(run, await encoderOf(run), outcome))
  if (run.lines && (outcome.ok || run.lines.bytes > 0)) return endLines(run, outcome, encoded)
  warnOnStderr(run, outcome, encoded)
  const shown = isData(run) ? null : await shownOf(run, outcome)
  if (shown?.kind === 'text') {
    const exit = await write(run, encoded.stream, shown.text, encoded.exit_code)
    if (run.output.format === 'human') await writeWarnings(run, outcome.warnings)
    return exit
  }
  if (run.output.format === 'human') {
    return writeForPeople(run, shown?.outcome ?? outcome, encoded.exit_code)
  }
  const text = isData(run) ? toData(encoded) : await toText(run, shown?.outcome ?? outcome, encoded)
  if (text === null) return encoded.exit_code
  return write(run, encoded.stream, text, encoded.exit_code)
}

/** Writes what most runs end in without loading the rest of the dialect. */
function encodeEveryday(run: Run, outcome: Outcome): EncodedDocument | null {
  const { dialect } = run.output
  if (dialect !== 'spec-1.0' && dialect !== 'spec-1.6') return null
  return encodeSpecSuccess(outcome)
}

/** Says on stderr how a filter ended, because stdout holds its lines and nothing else. */
async function endLines(run: Run, outcome: Outcome, encoded: EncodedDocument): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human') return writeForPeople(run, outcome, exitCode)
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.lines?.report
  const said = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) said.push(JSON.stringify(report))
  if (said.length > 0) await write(run, 'stderr', said.join('\n'), exitCode)
  return exitCode
}

/** Tools from before structured output exit differently where they answer in text. */
function withTextExit(run: Run, outcome: Outcome, encoded: EncodedDocument): EncodedDocument {
  const exit = run.cli.declaration.output?.inputErrorExit
  const isText = run.output.format === 'human' || run.output.format === 'plain'
  if (exit === undefined || !isText || outcome.exit !== 'ARG_ERROR') return encoded
  return run.phase === 'validation' ? { ...encoded, exit_code: exit } : encoded
}

/** Tests for the usual request: the envelope as JSON, which nobody has a say in. */
function isData(run: Run): boolean {
  return run.output.format === 'json' && run.meta['stream'] === undefined
}

function toData(encoded: EncodedDocument): string | null {
  return encoded.document === undefined ? null : toJsonLine(encoded)
}

/** Lets the author's own view take the place of the data where people read it. */
async function shownOf(run: Run, outcome: Outcome): Promise<Shown> {
  if (!run.command) return { kind: 'outcome', outcome }
  const { isShownByAuthor, showByAuthor } = await import('./shown.ts')
  if (!isShownByAuthor(run, outcome)) return { kind: 'outcome', outcome }
  const shown = showByAuthor(run, outcome)
  if (shown.kind === 'outcome' && shown.problem !== undefined) {
    // oxlint-disable-next-line typescript/no-base-to-string -- only its presence is told
    complain(run, `the view of the answer failed: ${String(shown.problem)}`)
  }
  return shown
}

/** Says on stderr what the dialect has no member for: warnings, and that the answer was cut. */
function warnOnStderr(run: Run, outcome: Outcome, { losses }: EncodedDocument): void {
  if (losses.length === 0 || run.output.format === 'human') return
  const isLost = (pointer: string) =>
    losses.some((loss) => loss.pointer === pointer && loss.stowed_at === null)
  const warnings = isLost('/warnings') ? [...outcome.warnings] : []
  if (outcome.meta.truncated === true && isLost('/meta/truncated')) {
    const { truncation_hint: hint } = outcome.meta
    warnings.push(`The answer was cut.${typeof hint === 'string' ? ` Go on with: ${hint}` : ''}`)
  }
  void writeWarnings(run, warnings)
}

async function writeWarnings(run: Run, warnings: readonly string[]): Promise<void> {
  if (warnings.length === 0) return
  await write(run, 'stderr', warnings.map((warning) => `Warning: ${warning}`).join('\n'), 0)
}

/** Lays an outcome out in the dialect. */
export function encodeOutcome(run: Run, encoder: Encoder, outcome: Outcome): EncodedDocument {
  const { exitByCode } = run.cli.declaration
  const exits = run.command?.checked.customExits ?? []
  return encoder.toDocument(outcome, {
    ...(exits.length > 0 && { exits }),
    ...(exitByCode && { exitByCode }),
    ...(run.output.isMeasured && { errorBody: 'plain' }),
    ...(run.isFrameworkError && { errorBody: 'framework' }),
    // A caller's own choice of dialect must not cost facts; the tool's own prints nothing strange.
    ...(run.output.isForeign && { stow: 'needed' }),
    now: run.world.now,
  })
}

async function toText(
  run: Run,
  outcome: Outcome,
  encoded: EncodedDocument,
): Promise<string | null> {
  const { format, isFull } = run.output
  if (run.meta['stream'] !== undefined) return toJsonLine({ ...encoded, layout: 'compact' })
  if (format === 'json' || format === 'human')
    return encoded.document === undefined ? null : toJsonLine(encoded)
  const { plainFailure } = run.cli.declaration.output ?? {}
  if (format === 'plain' && !outcome.ok && plainFailure) return plainFailure(outcome.error)
  const isWhole = isFull || run.output.dialect === 'incur-compact'
  const value = isWhole ? encoded.document : compactBody(outcome, encoded)
  if (value === undefined) return null
  return (await loadFormat(format)).render(value)
}

/** Renders a document as JSON in the dialect's own layout. */
export function toJsonLine(encoded: EncodedDocument): string {
  const { document = null, layout } = encoded
  if (layout === 'compact') return JSON.stringify(document)
  return jsonFormat.render(document, { indent: 2, ascii: layout === 'pretty-ascii' }) as string
}

/** The result alone, or the error alone, as the dialect words it. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  return isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : document
}

async function writeForPeople(run: Run, outcome: Outcome, exitCode: number): Promise<number> {
  const { renderOutcome } = await import('./for-people.ts')
  const { stdout, stderr } = renderOutcome(run, outcome)
  const exit = stdout === '' ? exitCode : await write(run, 'stdout', stdout, exitCode)
  return stderr === '' ? exit : write(run, 'stderr', stderr, exit)
}

/**
 * Writes text and a line feed; a reader that has gone away is no fault, and a disk that is full ends
 * the run as a failure because the answer did not arrive.
 */
export async function write(
  run: Run,
  stream: OutputStream,
  text: string,
  exitCode: number,
): Promise<number> {
  try {
    const waiting = run.world.write(stream, text.endsWith('\n') ? text : `${text}\n`)
    if (waiting) await waiting
    return exitCode
  } catch (error) {
    if (isErrno(error, ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])) return 0
    complain(run, `the answer could not be written: ${error instanceof Error ? error.message : ''}`)
    return exitCode === 0 ? 1 : exitCode
  }
}

function complain(run: Run, message: string): void {
  try {
    void run.world.write('stderr', `[ERROR] ${message}\n`)
  } catch {
    // Neither stream can be written to: the exit code is all that is left to say.
  }
}
