import { isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import { loadFormat } from '../../formats/index.ts'
import { encodeOutcome, encoderOf, toJsonLine } from '../run/encode-outcome.ts'
import type { Ending } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { Shown } from './author-view.ts'
import { complain, write } from './write.ts'

/** Writes every answer that is not the usual one: failures, other dialects, other formats, help. */
export async function emitUnusual(
  run: Run,
  outcome: Outcome,
  ending: Ending | undefined,
  everyday: EncodedDocument | null,
): Promise<number> {
  if (ending?.kind === 'help') {
    if (run.output.format === 'human') return write(run, 'stdout', ending.text, 0)
    await write(run, 'stderr', ending.text, 0)
  }
  const encoded =
    everyday ?? withTextExit(run, outcome, encodeOutcome(run, await encoderOf(run), outcome))
  if (run.lines && (outcome.ok || run.lines.bytes > 0)) return endLines(run, outcome, encoded)
  warnOnStderr(run, outcome, encoded)
  const isData = run.output.format === 'json' && run.meta['stream'] === undefined
  const shown = isData ? null : await shownOf(run, outcome)
  if (shown?.kind === 'text') {
    const exit = await write(run, encoded.stream, shown.text, encoded.exit_code)
    if (run.output.format === 'human') await writeWarnings(run, outcome.warnings)
    return exit
  }
  if (run.output.format === 'human') {
    return writeForPeople(run, shown?.outcome ?? outcome, encoded.exit_code)
  }
  const text = isData ? toData(encoded) : await toText(run, shown?.outcome ?? outcome, encoded)
  if (text === null) return encoded.exit_code
  return write(run, encoded.stream, text, encoded.exit_code)
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

function toData(encoded: EncodedDocument): string | null {
  return encoded.document === undefined ? null : toJsonLine(encoded)
}

/** Lets the author's own view take the place of the data where people read it. */
async function shownOf(run: Run, outcome: Outcome): Promise<Shown> {
  if (!run.command) return { kind: 'outcome', outcome }
  const { isShownByAuthor, showByAuthor } = await import('./author-view.ts')
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
  const isWhole = isFull || traitsOf(run.output.dialect).hasEnvelope === false
  const value = isWhole ? encoded.document : compactBody(outcome, encoded)
  if (value === undefined) return null
  return (await loadFormat(format)).render(value)
}

/** The result alone, or the error alone, as the dialect words it. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  return isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : document
}

async function writeForPeople(run: Run, outcome: Outcome, exitCode: number): Promise<number> {
  const { renderOutcome } = await import('./render-run.ts')
  const { stdout, stderr } = renderOutcome(run, outcome)
  const exit = stdout === '' ? exitCode : await write(run, 'stdout', stdout, exitCode)
  return stderr === '' ? exit : write(run, 'stderr', stderr, exit)
}
