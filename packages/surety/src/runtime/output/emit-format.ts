import { isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/wires.ts'
import { loadFormat, type FormatId } from '../../formats/index.ts'
import { invocationOf, restCommand } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { shownOf } from './shown.ts'
import { cleanShownText, type FinishedRun } from './surroundings.ts'
import { visibleAtTerminal, write, writeWarnings } from './write.ts'

/** Writes an answer in a format other than JSON: as YAML, as a table, ... */
export async function emitFormat(
  run: Run,
  finished: FinishedRun,
  format: FormatId,
): Promise<number> {
  const { stream, exit_code: exitCode } = finished.encoded
  warnOfLosses(run, finished)
  const { outcome: shown, text, failureText } = await shownOf(run, finished)
  if (text !== undefined) return write(run, stream, text, exitCode)
  const outcome = failureText === undefined || shown.ok ? shown : { ...shown, data: null }
  const answer = await formatText(run, format, { ...finished, outcome })
  const whole = failureText === undefined ? answer : `${failureText}\n\n${answer ?? ''}`
  const exit = whole === null ? exitCode : await write(run, stream, whole, exitCode)
  if (!showsEnvelope(run)) {
    const { warnings } = shown
    await writeWarnings(run, [...warnings, ...cutNotes(run, finished.outcome)])
  }
  return exit
}

/** Renders an answer in a format other than JSON; null if there is nothing to print. */
export async function formatText(
  run: Run,
  format: FormatId,
  { outcome, encoded }: FinishedRun,
): Promise<string | null> {
  const { plainFailure } = run.cli.declaration.output ?? {}
  if (format === 'plain' && !outcome.ok && plainFailure) return plainFailure(outcome.error)
  const value = showsEnvelope(run) ? encoded.document : compactBody(outcome, encoded)
  if (value === undefined) return null
  const text = visibleAtTerminal(run, encoded.stream, await textIn(run, format, value))
  // An empty list has no lines; an empty text is one.
  return text === '' && typeof value !== 'string' ? null : text
}

/** Renders a value in a format, in the way of the dialect if it has one. */
export async function textIn(run: Run, format: FormatId, value: JsonValue): Promise<string> {
  const { toMarkdown } = traitsOf(run.output.dialect)
  const own = format === 'md' ? await toMarkdown?.(value) : undefined
  return own ?? (await loadFormat(format)).render(value)
}

/** Tests whether the text holds the whole envelope, with warnings and meta. */
export function showsEnvelope(run: Run): boolean {
  const { isFull, dialect, format } = run.output
  return format === 'json' || isFull || traitsOf(dialect).hasEnvelope === false
}

/** Returns only the data, or only the error as the dialect writes it, with its data if it has any. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  if (!isJsonObject(document) || !isJsonObject(document['error'])) return document
  const { error } = document
  return outcome.data === null ? error : { ...error, data: outcome.data }
}

/** Writes warnings and a note about a cut answer to stderr if the dialect has no member for them. */
export function warnOfLosses(
  run: Run,
  { outcome, encoded: { losses, stream } }: Pick<FinishedRun, 'outcome' | 'encoded'>,
): void {
  // A document on stderr has them inside; a line before it would spoil it.
  if (run.output.format === 'human' || stream === 'stderr' || !showsEnvelope(run)) return
  const { lacksWarnings = false, lacksPaging = false } = traitsOf(run.output.dialect)
  // An exact answer knows whether its document had room for them.
  const isDropped = (pointer: string, isLacking: boolean) =>
    losses?.some((loss) => loss.pointer === pointer && loss.stowed_at === null) ?? isLacking
  const warnings = isDropped('/warnings', lacksWarnings) ? [...outcome.warnings] : []
  if (isDropped('/meta/truncated', lacksPaging)) warnings.push(...cutNotes(run, outcome))
  void writeWarnings(run, warnings)
}

/** Says that an answer is only a part, in a format without room for it. */
export function cutNotes(run: Run, { data, meta }: Outcome): readonly string[] {
  if (meta.truncated !== true) return []
  const { pagination: page, truncation_hint: hint, cursor, rest } = meta
  const [paged, total] = isJsonObject(page)
    ? [page['returned'], page['total']]
    : [meta['returned_count'], meta['total_count'] ?? meta['total']]
  // A window of tokens may have cut the page once more.
  const returned = Array.isArray(data) ? data.length : paged
  const counts = typeof returned === 'number' ? ` to ${returned}` : ''
  const of = counts !== '' && typeof total === 'number' ? ` of ${total}` : ''
  const way = typeof rest === 'string' ? restCommand(run, rest) : null
  const next =
    typeof hint === 'string'
      ? hint
      : typeof cursor === 'string'
        ? `${cleanShownText(run, invocationOf(run))} --cursor ${cursor}`
        : way
  return [`The answer was cut${counts}${of}.${next === null ? '' : ` Continue with: ${next}`}`]
}
