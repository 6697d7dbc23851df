import { defect, isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import { loadFormat } from '../../formats/index.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { AuthorView } from './author-view.ts'
import type { FinishedRun } from './finish.ts'
import { complain, write } from './write.ts'

/** Writes the one answer of a run, and gives the exit code that the process ends with. */
export async function emit(run: Run, finished: FinishedRun, end?: RunEnd): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run has one answer')
  run.isAnswered = true
  run.progress?.stop()
  const { outcome, encoded } = finished
  const { format } = run.output
  if (end?.kind === 'text' && !run.output.isExplicit) return write(run, 'stdout', end.text, 0)
  if (end?.kind === 'help') {
    if (format === 'human') return write(run, 'stdout', end.text, 0)
    await write(run, 'stderr', end.text, 0)
  }
  if (run.lines && (outcome.ok || run.lines.bytes > 0))
    return (await import('./emit-prose.ts')).endLines(run, finished)
  warnOnStderr(run, finished)
  if (format === 'json' || run.meta['stream'] !== undefined)
    return writeText(run, encoded, toDocumentText(run, encoded))
  const view = await authorView(run, outcome)
  if (view?.kind === 'text') {
    const exit = await write(run, encoded.stream, view.text, encoded.exit_code)
    if (format === 'human') await writeWarnings(run, outcome.warnings)
    return exit
  }
  const shown = view?.outcome ?? outcome
  if (format === 'human')
    return (await import('./emit-prose.ts')).writeForPeople(run, shown, encoded.exit_code)
  return writeText(run, encoded, await toText(run, shown, encoded))
}

async function writeText(run: Run, encoded: EncodedDocument, text: string | null): Promise<number> {
  return text === null ? encoded.exit_code : write(run, encoded.stream, text, encoded.exit_code)
}

/** Renders the whole document; null where the dialect prints nothing. */
function toDocumentText(run: Run, encoded: EncodedDocument): string | null {
  if (encoded.document === undefined) return null
  // The last record of a stream is one line, as all the others are.
  return toJsonLine(run.meta['stream'] === undefined ? encoded : { ...encoded, layout: 'compact' })
}

/** Lets the author's own view take the place of the data where people read it. */
async function authorView(run: Run, outcome: Outcome): Promise<AuthorView | null> {
  if (!run.command) return null
  const { hasAuthorView, viewByAuthor } = await import('./author-view.ts')
  if (!hasAuthorView(run, outcome)) return null
  const view = viewByAuthor(run, outcome)
  if (view.kind === 'outcome' && view.problem !== undefined) {
    // oxlint-disable-next-line typescript/no-base-to-string -- only its presence is told
    complain(run, `the view of the answer failed: ${String(view.problem)}`)
  }
  return view
}

/** Says on stderr what the dialect has no member for: warnings, and that the answer was cut. */
function warnOnStderr(run: Run, { outcome, encoded: { losses } }: FinishedRun): void {
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

/** Renders the answer in a format other than JSON. */
async function toText(
  run: Run,
  outcome: Outcome,
  encoded: EncodedDocument,
): Promise<string | null> {
  const { format, isFull } = run.output
  if (format === 'human') return toDocumentText(run, encoded)
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
