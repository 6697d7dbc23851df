import type { JsonValue, ReadOutcome } from '../contract/index.ts'
import { createLineTranslator, LOSS_KINDS, type Dialect, type Loss } from '../dialects/index.ts'

/** What happens to one document on its way from one dialect to another. */
export interface Explanation {
  readonly from: string
  readonly to: string
  readonly input: JsonValue
  /** What the document says, whatever its dialect. */
  readonly outcome: ReadOutcome
  readonly output: JsonValue
  /** Where and with which number a process would have said it in the other dialect. */
  readonly stream: 'stdout' | 'stderr'
  readonly exit_code: number
  readonly losses: readonly ExplainedLoss[]
}

/** A loss with the meaning of its kind. */
export interface ExplainedLoss extends Loss {
  readonly what: string
}

/** Translates one document and keeps all that is known on the way. */
export function explainTranslation(
  bytes: Uint8Array,
  from: Dialect,
  to: Dialect,
): Explanation | { readonly problem: string } {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  const input = parse(text)
  if (input === undefined) return { problem: 'The input is not one JSON document.' }
  const line = text.includes('\n') ? JSON.stringify(input) : text
  const result = createLineTranslator(from, to).translate(line)
  if (!result.ok) return { problem: result.error.message }
  const { stream, exit_code, losses } = result
  const outcome = readAsItWasSaid(line, result.outcome, from)
  return {
    from: from.id,
    to: to.id,
    input,
    outcome,
    output: JSON.parse(result.text) as JsonValue,
    stream,
    exit_code,
    losses: losses.map((loss) => ({ ...loss, what: LOSS_KINDS[loss.kind] })),
  }
}

/** Reads a document again on the stream and with the number that its dialect has for what it says. */
function readAsItWasSaid(line: string, outcome: ReadOutcome, from: Dialect): ReadOutcome {
  const { stream, exit_code } = from.toDocument(outcome)
  const silent = { stdout: '', stderr: '', exit_code }
  return from.decode({ ...silent, [stream]: line })
}

/** Puts an explanation into words. */
export function explanationText(explanation: Explanation): string {
  const { from, to, input, outcome, output, stream, losses } = explanation
  return [
    `${from} says`,
    indent(JSON.stringify(input, null, 2)),
    '',
    'which means',
    ...sentences(outcome).map((sentence) => `  ${sentence}`),
    '',
    `${to} says, on ${stream} with exit ${explanation.exit_code}`,
    indent(JSON.stringify(output, null, 2)),
    '',
    ...lossLines(to, losses),
  ].join('\n')
}

function sentences(outcome: ReadOutcome): readonly string[] {
  const { error, exit, warnings, diagnostics } = outcome
  const lines = [error === null ? `It worked: ${exit}.` : `It failed: ${exit}, ${error.code}.`]
  if (error !== null) {
    lines.push(`Message: ${error.message}`)
    lines.push(`Way out: ${RECOVERY[error.recovery] ?? error.recovery}`)
    if (error.retry_after_ms !== undefined) lines.push(`Wait: ${error.retry_after_ms} ms`)
    if (error.redirect !== undefined) lines.push(`Run instead: ${error.redirect.command}`)
  }
  for (const warning of warnings) lines.push(`Warning: ${warning}`)
  for (const problem of diagnostics.problems) lines.push(`Problem: ${problem}`)
  return lines
}

const RECOVERY: Readonly<Record<string, string>> = {
  identical: 'the same call may succeed later',
  after_fix: 'something has to be put right first',
  redirect: 'another command does it',
  never: 'the same call never succeeds',
  unknown: 'nobody says whether the same call may succeed',
}

function lossLines(to: string, losses: readonly ExplainedLoss[]): readonly string[] {
  if (losses.length === 0) return [`Nothing is lost in ${to}.`]
  const added = losses.filter(({ note }) => note === 'made up')
  const unplaced = losses.filter(({ note }) => note === 'kept aside')
  const lost = losses.filter(({ note }) => note === undefined)
  return [
    ...(lost.length > 0 ? [`${to} has no words for`] : []),
    ...lost.map(({ pointer, what, stowed_at: place }) => {
      return `  ${pointer} (${what}): ${place === null ? 'gone for good' : `kept at ${place}`}`
    }),
    ...(added.length > 0 ? [`${to} demands, and had to be given`] : []),
    ...added.map(({ pointer, what }) => `  ${pointer} (${what})`),
    ...(unplaced.length > 0
      ? ['What has another type than an outcome can hold is gone for good']
      : []),
    ...unplaced.map(({ pointer, what }) => `  ${pointer} (${what})`),
  ]
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // Several documents, or none; what is wrong with lines is the stream's to say.
    return undefined
  }
}
