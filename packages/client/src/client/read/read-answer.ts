import {
  defineExitCode,
  rangeOf,
  type CustomExitCode,
  type JsonValue,
  type ReadOutcome,
} from 'surety/unstable/contract'
import {
  contradiction,
  inexactnessWarning,
  isKnownDialect,
  loadDialect,
  OpenCapture,
  traitsOf,
  validateCapture,
  warningBeside0,
  type DecodedIn,
  type Dialect,
} from 'surety/unstable/dialects'
import type { ProcessEnd } from '@surety/internal/process/process-request.ts'
import { disownedError } from '../decide/policies/stop.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import type { DialectChoice } from '../options.ts'
import type { Anomaly } from '../result.ts'
import {
  findDialect,
  guessOf,
  MAX_MESSAGE,
  isOwnFailure,
  isRuledOut,
  type FoundDialect,
  type Guess,
  decodeAnswer,
  isOpaqueByRequest,
  requestedDialect,
} from './find-dialect.ts'
import {
  exitNumber,
  plainOutcome,
  plainOutput,
  printedText,
  type PrintedEnd,
  type ProcessFacts,
} from './plain-outcome.ts'

/** Who said in which dialect an answer is: the caller or memory, or the contract's own failure envelope. */
export type DialectSource = 'declared' | 'own_failure'

/** What the end of a process means, and how sure that is: only a dialect that somebody declared decides. */
export interface AnswerReading {
  readonly outcome: ReadOutcome
  /** The dialect that the outcome was read in; null if the output was taken as it is. */
  readonly dialect: string | null
  readonly source: DialectSource | null
  /** What output that nobody declared looks like. It is told and never acted on. */
  readonly guess: Guess | null
  /** Of a failure that several dialects claim: how the others read it, so that the most careful one decides. */
  readonly alternatives: readonly ReadOutcome[]
  /** The ids of all dialects that fit; one of them if it was declared. */
  readonly candidates: readonly string[]
  /** Whether the tool itself said if it may be called again. What a dialect fills in is no reason to repeat a change. */
  readonly retryableStated: boolean
  readonly anomalies: readonly Noticed[]
}

type Noticed = Omit<Anomaly, 'attempt'>

const PLAIN = {
  dialect: null,
  source: null,
  guess: null,
  alternatives: [],
  candidates: [],
  retryableStated: true,
} as const

export interface ReadOptions extends ProcessFacts {
  /** What the caller said. A dialect that is given for the call holds even if the answer breaks it. */
  readonly choice: DialectChoice
  /** The dialect that was given earlier, or that the manifest is in. An answer that breaks it is plain output. */
  readonly remembered: string | null
  /** What the manifest of the tool says about the command: its own exits, and which ones it may use. */
  readonly command?: DeclaredCommand | undefined
  /** Whether the caller asked to learn the dialect from this answer, so that its shape may decide. */
  readonly isLearning?: boolean
}

/** Every envelope has a brace in JSON, and one of these members in TOON, YAML and Markdown. */
const MARKS = ['{', 'code: ', 'ok: ', '## code', '| code', '## ok']

/** Reads the end of a process, in the dialect that was given or remembered. Content alone never decides. */
export async function readEnd(end: ProcessEnd, options: ReadOptions): Promise<AnswerReading> {
  const { argv, choice, command } = options
  const capture = captureOf(end)
  const printed = { end, capture }
  const anomalies = anomaliesOf(end)
  let change: string | undefined
  const plain = async (warning?: string): Promise<AnswerReading> => ({
    ...PLAIN,
    outcome: withWarning(withWarning(await plainOutcome(printed, options), change), warning),
    anomalies,
  })
  if (end.kind !== 'exited' || choice === 'plain') return plain()
  const exits = customExits(command)
  const dialect = declaredDialect(options)
  if (dialect !== undefined) {
    const read = await decodeAnswer(capture, { dialect, exits })
    // A remembered dialect is no promise about each answer; one that was given for this call is.
    const isUnreadable = read.outcome.diagnostics.malformed || isRuledOut(read)
    if (isUnreadable && isOpaque(read, argv)) return plain()
    if (choice !== 'auto' || !isUnreadable) {
      const problems = [...(await answerProblems(dialect, read)), ...exitProblems(read, command)]
      return {
        ...PLAIN,
        outcome: withWarning(
          keepOutput(read, printed),
          contradictionIn(read.outcome, 'The answer'),
        ),
        dialect: read.dialect,
        source: 'declared',
        candidates: [read.dialect],
        retryableStated: end.exitCode === 0 || says(capture, '"retryable"'),
        anomalies: [...anomalies, ...problems],
      }
    }
    change = `The answer is not in ${read.dialect}, the remembered dialect, and was read as plain output.`
    anomalies.push({ code: 'DIALECT_CHANGED', message: change })
  }
  const found = says(capture, ...MARKS) ? await findDialect(capture, { exits, command }) : undefined
  const warning = disagreement(capture, found)
  if (found === undefined) return plain(warning)
  const isAsked = options.isLearning === true && !found.outcome.diagnostics.malformed
  if (isAsked || isOwnFailure(capture, found)) {
    return {
      ...PLAIN,
      ...found,
      outcome: isAsked ? found.outcome : withoutAdvice(found.outcome),
      source: isAsked ? 'declared' : 'own_failure',
      retryableStated: says(capture, '"retryable"'),
      anomalies: [...anomalies, ...exitProblems(found, command)],
    }
  }
  return { ...(await plain(warning)), guess: guessOf(found) }
}

const ADVICE = ['suggestion', 'fix_required', 'fix_command', 'next_steps'] as const

/** Moves what a program advises to `meta`: nobody declared it, and where advice stands, readers take it for ours. */
function withoutAdvice(outcome: ReadOutcome): ReadOutcome {
  if (outcome.ok) return outcome
  const error: Record<string, unknown> = { ...outcome.error }
  const said = ADVICE.filter((name) => error[name] !== undefined)
  if (said.length === 0) return outcome
  const advice = Object.fromEntries(said.map((name) => [name, error[name] as JsonValue]))
  for (const name of said) delete error[name]
  const meta = { ...outcome.meta, undeclared_advice: advice }
  return { ...outcome, error: error as unknown as typeof outcome.error, meta }
}

function withWarning(outcome: ReadOutcome, warning: string | undefined): ReadOutcome {
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] }
}

function disagreement(capture: OpenCapture, found: FoundDialect | undefined): string | undefined {
  if (found?.isSure) return contradictionIn(found.outcome, `The output, read as ${found.dialect},`)
  if (capture.exit_code !== 0) return undefined
  return warningBeside0(capture)[0]
}

function declaredDialect({ argv, choice, remembered }: ReadOptions): string | Dialect | undefined {
  if (choice !== 'auto') return choice
  const declared = requestedDialect(argv) ?? remembered
  // Another process may have remembered a described dialect that this one does not know.
  return declared !== null && isKnownDialect(declared) ? declared : undefined
}

function keepOutput({ outcome, inexact }: DecodedIn, printed: PrintedEnd): ReadOutcome {
  if (outcome.diagnostics.malformed && !outcome.ok && outcome.data === null) {
    const { data, warnings } = plainOutput(printed)
    return { ...outcome, data, warnings: [...outcome.warnings, ...warnings] }
  }
  const warning = alteration(printed.capture) ?? (inexact && inexactnessWarning(inexact, null))
  if (warning === undefined) return outcome
  const { stream } = outcome.process
  const kept = stream ?? 'stdout'
  const meta = { ...outcome.meta, [kept]: printedText(printed, kept) }
  return withWarning({ ...outcome, meta }, `${warning}; ${kept} in meta has the text.`)
}

function contradictionIn(outcome: ReadOutcome, subject: string): string | undefined {
  const { diagnostics, process } = outcome
  const has = (pattern: RegExp) => diagnostics.problems.some((problem) => pattern.test(problem))
  if (process.exit_code !== 0) {
    if (!has(SUCCESS_BESIDE_FAILURE)) return undefined
    return `${subject} calls itself a success, but the exit code ${process.exit_code} says failure.`
  }
  if (has(/^ok_not_boolean:/)) {
    return `${subject} does not call itself a success: ok is neither true nor false. The exit code 0 says success.`
  }
  const said = outcome.error?.synthesised === true ? null : outcome.error
  if (said === null && !has(FAILURE_BESIDE_0)) return undefined
  const { code, message } = said ?? disownedError(outcome) ?? {}
  const words = [code, message?.slice(0, MAX_MESSAGE)].filter((word) => word !== undefined)
  return contradiction(subject, words.join(': '))
}

const FAILURE_BESIDE_0 =
  /^(?:(?:ok|type|body|error)_contradicts_exit|exit_contradicts|exit_code_contradicts_process|error_on_success):/
const SUCCESS_BESIDE_FAILURE =
  /^(?:(?:ok|type|error)_contradicts_exit:|exit_contradicts: the envelope reports success|error_on_success:)/

function alteration(capture: OpenCapture): string | undefined {
  const whole = capture.whole('stdout')
  if (whole !== undefined) return inexactnessWarning(whole.text, whole.value)
  const text = capture.text('stdout').text.trim()
  // A number that is the whole answer.
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
    ? inexactnessWarning(text, Number(text))
    : undefined
}

/** Of output without its start only a complete last line is read: an inner object could look like the envelope. */
function captureOf(end: ProcessEnd): OpenCapture {
  const [stdout, stderr] = [end.stdout, end.stderr].map(({ isCut, bytes }) =>
    isCut ? lastLine(bytes) : bytes,
  )
  return new OpenCapture({ stdout: stdout!, stderr: stderr!, exit_code: exitNumber(end) })
}

function says(capture: OpenCapture, ...marks: readonly string[]): boolean {
  const texts = [capture.text('stdout').text, capture.text('stderr').text]
  return marks.some((mark) => texts.some((text) => text.includes(mark)))
}

function lastLine(bytes: Uint8Array): Uint8Array {
  let last = bytes.length
  while (last > 0 && isLineEnd(bytes[last - 1])) last -= 1
  const start = bytes.lastIndexOf(LINE_FEED, last - 1)
  return start === -1 || last === 0 ? new Uint8Array(0) : bytes.subarray(start + 1, last)
}

const LINE_FEED = 10
const isLineEnd = (byte: number | undefined) => byte === LINE_FEED || byte === 13

function anomaliesOf(end: ProcessEnd): Noticed[] {
  const found = (['stdout', 'stderr'] as const).flatMap((name): Noticed[] => {
    const { isCut, total, bytes } = end[name]
    const message = `${name} had ${total} bytes; the last ${bytes.length} were kept.`
    return isCut ? [{ code: 'OUTPUT_CAPPED', message }] : []
  })
  if (!end.leftBehind) return found
  const pids = (end.outlivedBy ?? []).join(', ')
  const rest =
    pids === ''
      ? '; its process group was ended.'
      : ` and still runs (pid ${pids}); its output is no longer read.`
  const message = `A child process kept the output open after the exit${rest}`
  return [...found, { code: 'LEFT_BEHIND', message }]
}

function exitProblems(
  { outcome, dialect }: Pick<DecodedIn, 'outcome' | 'dialect'>,
  command: DeclaredCommand | undefined,
): readonly Noticed[] {
  const number = outcome.process.exit_code
  if (number === 0 || traitsOf(dialect).generation === undefined) return []
  const use = rangeOf(number)
  const isKnown =
    command?.exits.some((exit) => exit.number === number) ??
    (use === 'standard' || outcome.exit === 'INCOMPLETE')
  if (isKnown) return []
  const message = command
    ? `The manifest lists no exit code ${number} for ${command.path}.`
    : `Exit code ${number} is not one of the contract (its range: ${use}).`
  return [{ code: 'UNKNOWN_EXIT', message }]
}

/** Tests for output of the spec that is no envelope because the call chose another format. */
function isOpaque({ dialect, outcome }: DecodedIn, argv: readonly string[]): boolean {
  return (
    traitsOf(dialect).generation !== undefined &&
    outcome.diagnostics.problems.some((problem) => problem.startsWith('envelope_missing')) &&
    isOpaqueByRequest(argv)
  )
}

async function answerProblems(dialect: string | Dialect, { capture, outcome }: DecodedIn) {
  const loaded = typeof dialect === 'string' ? await loadDialect(dialect) : dialect
  return validateCapture(loaded, capture, outcome)
    .slice(0, MAX_PROBLEMS)
    .map(({ pointer, message }) => ({
      code: 'ANSWER_PROBLEM' as const,
      message: pointer === '' ? message : `${pointer}: ${message}`,
    }))
}

const MAX_PROBLEMS = 20

export function customExits(command: DeclaredCommand | undefined): readonly CustomExitCode[] {
  return (command?.exits ?? []).flatMap((exit) => {
    const { number, name = `EXIT_${number}`, retryable, side_effects: sideEffects } = exit
    try {
      const description = exit.description?.slice(0, 120) || name
      return [defineExitCode({ name, number, description, retryable, sideEffects })]
    } catch {
      // Standard numbers and names are known already; an exit that is retryable after side effects
      // contradicts itself.
      return []
    }
  })
}
