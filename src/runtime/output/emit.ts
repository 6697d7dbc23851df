import { defect, isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import { loadFormat } from '../../formats/index.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import type { AuthorView } from './author-view.ts'
import type { FinishedRun } from './finish.ts'
import { reportProblem, write } from './write.ts'

/** Writes the answer of a run and returns the exit code of the process. */
export async function emit(run: Run, finished: FinishedRun, end?: RunEnd): Promise<number> {
  if (run.isAnswered) throw defect('ANSWERED_TWICE', 'a run can be answered only once')
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
    return (await import('./emit-prose.ts')).endFilter(run, finished)
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

/** Renders the whole document; null if the dialect prints nothing. */
function toDocumentText(run: Run, encoded: EncodedDocument): string | null {
  if (encoded.document === undefined) return null
  // The last record of a stream is one line, like all others.
  return toJsonLine(run.meta['stream'] === undefined ? encoded : { ...encoded, layout: 'compact' })
}

/** Returns the author's view of the answer, if the command declares one for the format. */
async function authorView(run: Run, outcome: Outcome): Promise<AuthorView | null> {
  if (!run.command) return null
  const { hasAuthorView, viewByAuthor } = await import('./author-view.ts')
  if (!hasAuthorView(run, outcome)) return null
  const view = viewByAuthor(run, outcome)
  if (view.kind === 'outcome' && view.problem !== undefined) {
    // oxlint-disable-next-line typescript/no-base-to-string -- any text is good enough here
    reportProblem(run, `the view or text hook of the command failed: ${String(view.problem)}`)
  }
  return view
}

/** Writes warnings and a note about a cut answer to stderr if the dialect has no member for them. */
function warnOnStderr(run: Run, { outcome, encoded: { losses } }: FinishedRun): void {
  if (losses.length === 0 || run.output.format === 'human') return
  const isDropped = (pointer: string) =>
    losses.some((loss) => loss.pointer === pointer && loss.stowed_at === null)
  const warnings = isDropped('/warnings') ? [...outcome.warnings] : []
  if (outcome.meta.truncated === true && isDropped('/meta/truncated')) {
    const { truncation_hint: hint } = outcome.meta
    warnings.push(`The answer was cut.${typeof hint === 'string' ? ` Continue with: ${hint}` : ''}`)
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

/** Returns only the data, or only the error as the dialect writes it. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  return isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : document
}
