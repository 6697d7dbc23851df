import { isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import { loadFormat, type FormatId } from '../../formats/index.ts'
import { visibleText } from '../../internal/visible-text.ts'
import { toJsonLine } from '../run/encode-outcome.ts'
import type { Run } from '../run/run-state.ts'
import {
  failureTextByAuthor,
  hasAuthorView,
  viewByAuthor,
  viewRowsByAuthor,
  type AuthorView,
} from './author-view.ts'
import type { FinishedRun } from './finish.ts'
import { renderOutcome } from './render-run.ts'
import { reportProblem, visibleAtTerminal, write, writeWarnings } from './write.ts'

/** Writes an answer in any format but JSON: for people, as a table, as YAML, ... */
export async function emitText(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { format } = run.output
  const view = await authorView(run, outcome)
  if (view?.kind === 'text') {
    const exit = await write(run, encoded.stream, view.text, encoded.exit_code)
    if (format === 'human') await writeWarnings(run, outcome.warnings)
    return exit
  }
  const shown = view?.outcome ?? viewRowsByAuthor(run, outcome)
  const failureText = await failureTextByAuthor(run, outcome)
  if (format === 'human') return writeForPeople(run, shown, encoded.exit_code, failureText)
  const text = await render(run, format, shown, encoded)
  return text === null ? encoded.exit_code : write(run, encoded.stream, text, encoded.exit_code)
}

/** Reports the end of a filter on stderr, because stdout holds only its lines. */
export async function endFilter(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human') return writeForPeople(run, outcome, exitCode)
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.lines?.report
  const messages = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) messages.push(JSON.stringify(report))
  const text = visibleText(messages.join('\n'), '\n')
  if (messages.length > 0) await write(run, 'stderr', text, exitCode)
  return exitCode
}

/** Returns the author's view of the answer, if the command declares one for the format. */
async function authorView(run: Run, outcome: Outcome): Promise<AuthorView | null> {
  if (!run.command || !hasAuthorView(run, outcome)) return null
  const view = await viewByAuthor(run, outcome)
  if (view.kind === 'outcome' && view.problem !== undefined) {
    // oxlint-disable-next-line typescript/no-base-to-string -- any text is good enough here
    reportProblem(run, `the view or text hook of the command failed: ${String(view.problem)}`)
  }
  return view
}

async function writeForPeople(
  run: Run,
  outcome: Outcome,
  exitCode: number,
  failureText?: string,
): Promise<number> {
  const rendered = renderOutcome(run, outcome)
  const { stderr } = rendered
  const stdout = failureText ?? rendered.stdout
  const exit = stdout === '' ? exitCode : await write(run, 'stdout', stdout, exitCode)
  return stderr === '' ? exit : write(run, 'stderr', stderr, exit)
}

async function render(
  run: Run,
  format: FormatId,
  outcome: Outcome,
  encoded: EncodedDocument,
): Promise<string | null> {
  const { plainFailure } = run.cli.declaration.output ?? {}
  if (format === 'plain' && !outcome.ok && plainFailure) return plainFailure(outcome.error)
  const isWhole = run.output.isFull || traitsOf(run.output.dialect).hasEnvelope === false
  const value = isWhole ? encoded.document : compactBody(outcome, encoded)
  if (value === undefined) return null
  const text = await (await loadFormat(format)).render(value)
  return visibleAtTerminal(run, encoded.stream, text)
}

/** Returns only the data, or only the error as the dialect writes it, with its data if it has any. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  if (!isJsonObject(document) || !isJsonObject(document['error'])) return document
  const { error } = document
  return outcome.data === null ? error : { ...error, data: outcome.data }
}
