import { isJsonObject, type Outcome } from '../../../contract/index.ts'
import type { EncodedDocument } from '../../../dialects/index.ts'
import { visibleText } from '../../../internal/visible-text.ts'
import { toJsonLine } from '../../run/ending/encode-outcome.ts'
import { invocationOf } from '../../run/reissued-command-line.ts'
import type { Run } from '../../run/run-state.ts'
import {
  failureTextByAuthor,
  hasAuthorView,
  viewByAuthor,
  viewRowsByAuthor,
  type AuthorView,
} from '../author-view.ts'
import { answerText, showsEnvelope } from '../answer-text.ts'
import { cleanShownJson, cleanShownText } from '../clean-texts.ts'
import type { FinishedRun } from '../finish.ts'
import { renderOutcome } from '../render-run.ts'
import { emitJson, losesWords } from './emit-json.ts'
import { reportProblem, visibleAtTerminal, write, writeWarnings } from '../bytes/write.ts'

/** Writes an answer that is not a document of JSON, or not that alone. */
export async function emitUnusual(run: Run, finished: FinishedRun): Promise<number> {
  const { outcome, encoded } = finished
  const { passthrough, filter } = run.command?.declaration ?? {}
  if (passthrough && run.phase !== 'validation') return endDelegated(run, finished)
  const { isCurrent, format, isMeasured } = run.output
  const isStream = isCurrent && format === 'jsonl'
  const isProtocol = filter === 'protocol'
  const isOfLines = outcome.ok ? run.lines : isProtocol || run.lines?.bytes
  if (isOfLines && (isProtocol || !isStream)) return endFilter(run, finished)
  if (isStream || (isCurrent && run.file !== null))
    return (await import('./emit-current.ts')).emitCurrent(run, finished)
  if (losesWords(outcome, encoded)) warnOfLosses(run, finished)
  const isJson = (format === 'json' && !isMeasured) || run.meta['stream'] !== undefined
  return isJson ? emitJson(run, encoded) : emitText(run, finished)
}

/** Writes an answer for people, as a table, as YAML, ..., or one whose tokens are counted or cut. */
async function emitText(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  if (run.output.isMeasured) {
    const { emitMeasured } = await import('./emit-measured.ts')
    const measured = outcome.ok ? null : await emitMeasured(run, encoded)
    if (measured !== null) return measured
    if (run.output.format === 'json' && encoded.document === undefined) return encoded.exit_code
    if (run.output.format === 'json') {
      const text = visibleAtTerminal(run, encoded.stream, toJsonLine(encoded))
      return write(run, encoded.stream, text, encoded.exit_code)
    }
  }
  const { format } = run.output
  const view = await authorView(run, outcome)
  if (view?.kind === 'text') {
    const exit = await write(run, encoded.stream, view.text, encoded.exit_code)
    if (format === 'human') await writeWarnings(run, outcome.warnings)
    return exit
  }
  const shown = inWireWords(view?.outcome ?? viewRowsByAuthor(run, outcome), encoded)
  const failureText = await failureTextByAuthor(run, outcome)
  const { humanFailure } = run.cli.declaration.output ?? {}
  if (format === 'human' && !shown.ok && humanFailure) {
    if (failureText !== undefined) await write(run, 'stdout', failureText, encoded.exit_code)
    await writeWarnings(run, outcome.warnings)
    const text = visibleText(humanFailure(shown.error), '\n')
    return write(run, 'stderr', text, encoded.exit_code)
  }
  if (format === 'human') return writeForPeople(run, shown, encoded.exit_code, failureText)
  const rest = failureText === undefined || shown.ok ? shown : { ...shown, data: null }
  const answer = await answerText(run, { outcome: rest, encoded })
  const text = failureText === undefined ? answer : `${failureText}\n\n${answer ?? ''}`
  const { exit_code: exitCode } = encoded
  const exit = text === null ? exitCode : await write(run, encoded.stream, text, exitCode)
  if (!showsEnvelope(run))
    await writeWarnings(run, [...outcome.warnings, ...cutNotes(run, outcome)])
  return exit
}

/** Writes warnings and a note about a cut answer to stderr if the dialect has no member for them. */
function warnOfLosses(run: Run, { outcome, encoded: { losses } }: FinishedRun): void {
  if (run.output.format === 'human' || !showsEnvelope(run)) return
  const isDropped = (pointer: string) =>
    losses.some((loss) => loss.pointer === pointer && loss.stowed_at === null)
  const warnings = isDropped('/warnings') ? [...outcome.warnings] : []
  if (outcome.meta.truncated === true && isDropped('/meta/truncated'))
    warnings.push(...cutNotes(run, outcome))
  void writeWarnings(run, warnings)
}

/** Says that an answer is only a part, in a format without room for it. */
function cutNotes(run: Run, { data, meta }: Outcome): readonly string[] {
  if (meta.truncated !== true) return []
  const { pagination: page, truncation_hint: hint, cursor } = meta
  const [returned, total] = isJsonObject(page)
    ? [page['returned'], page['total']]
    : [
        meta['returned_count'] ?? (Array.isArray(data) ? data.length : undefined),
        meta['total_count'] ?? meta['total'],
      ]
  const counts = typeof returned === 'number' ? ` to ${returned}` : ''
  const of = counts !== '' && typeof total === 'number' ? ` of ${total}` : ''
  const next =
    typeof hint === 'string'
      ? hint
      : typeof cursor === 'string'
        ? `${cleanShownText(run, invocationOf(run))} --cursor ${cursor}`
        : null
  return [`The answer was cut${counts}${of}.${next === null ? '' : ` Continue with: ${next}`}`]
}

/** Reports the end of a filter on stderr, because stdout holds only its lines. */
async function endFilter(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human')
      return writeForPeople(run, inWireWords(outcome, encoded), exitCode)
    await write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exitCode)
    return exitCode
  }
  const report = run.lines?.report
  const messages = outcome.warnings.map((warning) => `Warning: ${warning}`)
  if (report !== undefined) messages.push(JSON.stringify(cleanShownJson(run, report)))
  const text = visibleText(messages.join('\n'), '\n')
  if (messages.length > 0) await write(run, 'stderr', text, exitCode)
  return exitCode
}

/** Puts the answer of a call that was handed on into the last line of stderr; stdout is the program's. */
async function endDelegated(run: Run, { outcome, encoded }: FinishedRun): Promise<number> {
  const { data } = outcome
  // Not every dialect can say the number of the program, but the process can.
  const given = isJsonObject(data) ? data['exit_code'] : undefined
  const exit = typeof given === 'number' ? given : encoded.exit_code
  if (run.output.format === 'human' && typeof given === 'number') return exit
  return write(run, 'stderr', toJsonLine({ ...encoded, layout: 'compact' }), exit)
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

/** Shows people the code that programs read, where a dialect has a few codes of its own. */
function inWireWords(outcome: Outcome, { document }: EncodedDocument): Outcome {
  if (outcome.ok || !isJsonObject(document) || !isJsonObject(document['error'])) return outcome
  const { code } = document['error']
  return typeof code === 'string' ? { ...outcome, error: { ...outcome.error, code } } : outcome
}

async function writeForPeople(
  run: Run,
  outcome: Outcome,
  exitCode: number,
  failureText?: string,
): Promise<number> {
  const { stdout, stderr } = renderOutcome(run, outcome)
  // A person has seen the rows of a stream already.
  const isShown = run.streamed > 0
  const text = isShown ? '' : (failureText ?? stdout)
  const exit = text === '' ? exitCode : await write(run, 'stdout', text, exitCode)
  const gap = isShown && !stderr.startsWith('\n') ? '\n' : ''
  return stderr === '' ? exit : write(run, 'stderr', gap + stderr, exit)
}
