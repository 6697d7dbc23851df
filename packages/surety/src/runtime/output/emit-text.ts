import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
  toJsonValue,
} from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/wires.ts'
import { isFormatId } from '../../formats/index.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { cleanShownJson, type FinishedRun } from './surroundings.ts'
import { toJsonLine } from './json-line.ts'
import type { AnswerFacts } from '../run/ending/run-end.ts'
import { isDryRun, type Run } from '../run/run-state.ts'
import { answerText } from './answer-text.ts'
import { reportProblem, visibleAtTerminal, write, writeWarnings } from './write.ts'
import { cutNotes, showsEnvelope, textIn, warnOfLosses } from './format-text.ts'
import { renderOutcome } from './render-run.ts'
import { screenOf } from './screen-of.ts'
import { waitWithin } from './wait-for-reader.ts'
import { createScreen, type Screen } from '../human/terminal/screen.ts'

/** Writes an answer for people: data to stdout, everything else to stderr. */
export async function emitForPeople(run: Run, finished: FinishedRun): Promise<number> {
  const { outcome, encoded, facts } = finished
  const { exit_code: exitCode } = encoded
  const view = await viewByAuthor(run, finished)
  if (typeof view === 'string') {
    const exit = await write(run, encoded.stream, view, exitCode)
    await writeWarnings(run, outcome.warnings)
    return exit
  }
  const shown = inWireWords(view, encoded)
  const failureText = await failureTextByAuthor(run, outcome)
  const { humanFailure } = run.cli.declaration.output ?? {}
  if (shown.ok || !humanFailure) return writeForPeople(run, shown, exitCode, facts, failureText)
  if (failureText !== undefined) await write(run, 'stdout', failureText, exitCode)
  await writeWarnings(run, outcome.warnings)
  const stream = traitsOf(run.output.dialect).tellsPeopleOnStdout ? 'stdout' : 'stderr'
  return write(run, stream, visibleText(humanFailure(shown.error), '\n'), exitCode)
}

/** Writes an answer in a format other than JSON: as YAML, as a table, ... */
export async function emitFormat(run: Run, finished: FinishedRun): Promise<number> {
  const { outcome, encoded } = finished
  const { exit_code: exitCode } = encoded
  warnOfLosses(run, finished)
  const view = await viewByAuthor(run, finished)
  if (typeof view === 'string') return write(run, encoded.stream, view, exitCode)
  const shown = inWireWords(view, encoded)
  const failureText = await failureTextByAuthor(run, outcome)
  const rest = failureText === undefined || shown.ok ? shown : { ...shown, data: null }
  const answer = await answerText(run, { ...finished, outcome: rest })
  const text = failureText === undefined ? answer : `${failureText}\n\n${answer ?? ''}`
  const exit = text === null ? exitCode : await write(run, encoded.stream, text, exitCode)
  if (!showsEnvelope(run))
    await writeWarnings(run, [...outcome.warnings, ...cutNotes(run, outcome)])
  return exit
}

/** Reports the end of a filter on stderr, because stdout holds only its lines. */
export async function emitFilter(
  run: Run,
  { outcome, encoded, facts }: FinishedRun,
): Promise<number> {
  const { exit_code: exitCode } = encoded
  if (!outcome.ok) {
    if (run.output.format === 'human')
      return writeForPeople(run, inWireWords(outcome, encoded), exitCode, facts)
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

/** Writes the number of an error's tokens, or the requested ones of its text. */
export async function emitTokens(run: Run, finished: FinishedRun): Promise<number> {
  warnOfLosses(run, finished)
  const { encoded } = finished
  const { document = null } = encoded
  const { countsTokens, tokenLimit, tokenOffset } = run.output
  const { estimateTokenCount, sliceByTokens } = await import('tokenx')
  const { error, meta } = isJsonObject(document) ? document : {}
  const text = await textOf(run, isJsonObject(error) ? error : document, encoded)
  const total = estimateTokenCount(text)
  if (countsTokens) return write(run, encoded.stream, String(total), encoded.exit_code)
  const offset = tokenOffset ?? 0
  const end = Math.min(total, offset + (tokenLimit ?? total))
  const isWhole = offset === 0 && end === total
  const note = `[tokens ${Math.min(offset, total)} to ${end} of ${total}]`
  const part = isWhole ? text : `${sliceByTokens(text, offset, end)}\n${note}`
  // Around an error that is cut, the envelope stays whole.
  const cut = isWhole ? error : part
  const next = end < total ? { nextOffset: end } : {}
  const envelope = {
    ...(document as JsonObject),
    error: cut,
    meta: { ...(meta as JsonObject), ...next },
  }
  const shown = isJsonObject(error) ? await textOf(run, envelope as JsonObject, encoded) : part
  const visible = visibleAtTerminal(run, encoded.stream, shown)
  return write(run, encoded.stream, visible, encoded.exit_code)
}

async function textOf(run: Run, value: JsonValue, encoded: EncodedDocument): Promise<string> {
  const { piped = 'json' } = run.cli.declaration.output ?? {}
  const format = run.output.format === 'human' ? piped : run.output.format
  if (format === 'json' || !isFormatId(format)) return toJsonLine({ ...encoded, document: value })
  return textIn(run, format, value)
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
  { usage }: AnswerFacts,
  failureText?: string,
): Promise<number> {
  const { stdout, stderr } = renderOutcome(run, outcome, usage)
  // A person has seen the rows of a stream already.
  const isShown = run.onStdout?.kind === 'rows'
  const text = isShown ? '' : (failureText ?? stdout)
  const exit = text === '' ? exitCode : await write(run, 'stdout', text, exitCode)
  const gap = isShown && !stderr.startsWith('\n') ? '\n' : ''
  return stderr === '' ? exit : write(run, 'stderr', gap + stderr, exit)
}

const VIEW_FORMATS: ReadonlySet<string> = new Set(['human', 'plain', 'md'])
const TEXT_FORMATS: ReadonlySet<string> = new Set(['human', 'plain'])

/** Applies the author's hooks: the text of `text()`, or the outcome with the data of `view()`; as it is if they throw. */
async function viewByAuthor(run: Run, { outcome, facts }: FinishedRun): Promise<string | Outcome> {
  const { view, text, filter } = run.command?.declaration ?? {}
  const { format, isFull } = run.output
  // A filter that failed has rows all the same.
  const isViewable = outcome.ok ? !isDryRun(run) && !facts.isReshaped : Boolean(filter)
  if (isFull || !isViewable) return outcome
  try {
    if (text && outcome.ok && TEXT_FORMATS.has(format))
      return await inTime(run, text(outcome.data, screenFor(run), outcome.meta))
    if (!view || !VIEW_FORMATS.has(format)) return outcome
    const { json } = toJsonValue(view(outcome.data), { stripTerminalCodes: true })
    return { ...outcome, data: json }
  } catch (problem) {
    if (outcome.ok) {
      // oxlint-disable-next-line typescript/no-base-to-string -- any text is good enough here
      reportProblem(run, `the view or text hook of the command failed: ${String(problem)}`)
    }
    return outcome
  }
}

/** Renders the data of a failure with the author's hook; undefined if there is nothing to render. */
async function failureTextByAuthor(run: Run, outcome: Outcome): Promise<string | undefined> {
  const hook = run.command?.declaration.failureText
  if (outcome.ok || outcome.data === null || hook === undefined) return undefined
  if (run.output.isFull || !TEXT_FORMATS.has(run.output.format)) return undefined
  try {
    return await inTime(run, hook(outcome.data, screenFor(run), outcome.meta))
  } catch {
    // The error is shown all the same, and the data with it.
    return undefined
  }
}

function screenFor(run: Run): Screen {
  return createScreen(run.output.format === 'plain' ? { columns: 0 } : screenOf(run))
}

/** Waits for a hook; one that takes too long fails, and the answer is written without it. */
async function inTime(run: Run, text: string | Promise<string>): Promise<string> {
  if (typeof text === 'string') return text
  const result = await waitWithin(run, text, 0)
  if ('value' in result) return result.value
  throw new Error('it did not finish in time')
}
