import { SuretyError, type JsonValue, type Outcome } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { traitsOf } from '../../dialects/wires.ts'
import { emit, isBareText } from '../output/emit.ts'
import { cleanShownText, surroundingsOf, type FinishedRun } from '../output/surroundings.ts'
import { finish } from '../output/finish.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import { hideForeignMembers } from '@surety/internal/foreign-members.ts'
import { answerText, sizeOf } from '../output/answer-text.ts'
import { write } from '../output/write.ts'
import type { Noise } from '../process/noise.ts'
import { isSuccess, succeeded, type SuccessEnd } from '../result/data.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import {
  fallbackFailure,
  fallbackLine,
  fallbackOutcome,
  type RunEnd,
} from '../run/ending/run-end.ts'
import type { OutputRequest } from '../run/output-request.ts'
import { changeOutput, isDebug, isDryRun, warn, warnWithCode, type Run } from '../run/run-state.ts'
import { READER_GONE } from './rows/stream-end.ts'

/** The outcome of a run, with the facts that tests check it against. */
export interface Answer {
  readonly outcome: Outcome
  /** The envelope; undefined in a dialect that has none for the outcome. */
  readonly document: JsonValue | undefined
  readonly exitCode: number
  readonly tool: string
  readonly path: readonly string[]
  readonly command: Command | null
  readonly cli: Cli
  readonly output: OutputRequest
  /** Whether plain text was written instead of an envelope: a version, a script, a help page. */
  readonly isBareText: boolean
  /** Whether the data may differ from the output schema: help, a preview, rows, selected fields. */
  readonly isPartialData: boolean
  readonly advice: readonly string[]
}

/** Takes a run from its end to the written answer. Never rejects. `noise` is what others printed to stdout. */
export async function answer(run: Run, end: RunEnd, noise: Noise): Promise<Answer> {
  let restore = (): void => {}
  let skipCleanup = (): void => {}
  // A second signal that is SIGINT ends the wait for cleanup hooks; the answer follows at once.
  let isInterrupted = end.kind === 'interrupted'
  const stopListening = run.world.onInterruption((by) => {
    if (by.kind !== 'signal') return
    run.limit.watch?.heardSignal()
    run.lateSignal = by.signal
    if (isInterrupted && by.signal === 'SIGINT') skipCleanup()
    isInterrupted = true
  })
  try {
    const isCutOff = end.kind === 'interrupted' || end.kind === 'timed-out'
    if (run.cleanups.length > 0 || isCutOff) {
      const skipped = new Promise<void>((resolve) => void (skipCleanup = resolve))
      await (await import('./clean-up.ts')).cleanUp(run, isCutOff, skipped)
    }
    const foreign = hideForeignMembers()
    restore = foreign.restore
    if (foreign.added.length > 0) {
      const names = foreign.added.slice(0, 5).join(', ')
      warn(run, `A library added members to all objects, which were ignored: ${names}.`)
    }
    if (noise.isHeard) reportNoise(run, noise)
    const [outcome, encode] = isSuccess(end)
      ? ([succeeded(run, end), finish] as const)
      : await fail(run, end)
    // What is there already is not waited for: that takes time too.
    const finishing = encode(run, outcome)
    const whole = finishing instanceof Promise ? await finishing : finishing
    const fitting = fitOutput(run, whole, end)
    const finished = fitting instanceof Promise ? await fitting : fitting
    if (isDebug(run)) (await import('./trace-for-author.ts')).traceForAuthor(run, end)
    const isUnread = end.kind === 'threw' && end.error === READER_GONE
    const exitCode = isUnread ? 0 : await emit(run, finished, end)
    return toAnswer(run, finished, exitCode, end)
  } catch (error) {
    return answerWithFallback(run, error)
  } finally {
    restore()
    stopListening()
  }
}

async function fail(run: Run, end: Exclude<RunEnd, SuccessEnd>) {
  // Before any message about words that were not understood is made.
  if (end.kind === 'threw' && run.phase === 'validation')
    await (await import('../input/mistakes.ts')).hideTypedSecrets(run)
  const outcome =
    end.kind === 'threw' && end.error instanceof SuretyError
      ? (await import('../result/expected-failure.ts')).toFailed(run, end.error)
      : (await import('../result/failed.ts')).failed(run, end)
  return [outcome, (await import('../output/encode-run.ts')).encodeRun] as const
}

/** Says that something else was printed to stdout, and where it went. */
function reportNoise(run: Run, { prose }: Noise): void {
  const isTold = traitsOf(run.output.dialect).reportsNoise
  const dropped = prose === '' ? ', which was dropped' : ''
  const text = `Something printed to stdout${isTold ? dropped : '; it was sent to stderr'}.`
  warnWithCode(run, 'THIRD_PARTY_STDOUT', text, { text: prose })
}

/** Makes a finished answer fit into the limits of bytes and tokens, and keeps the text that was measured for it. */
function fitOutput(run: Run, finished: FinishedRun, end: RunEnd): MaybeLater<FinishedRun> {
  const { maxBytes, tokenLimit } = run.output
  const cut = () =>
    import('../output/fit-output.ts').then((fit) => fit.fitOutput(run, finished, end))
  if (tokenLimit !== null) return cut()
  if (maxBytes === 0 || finished.facts.isUnlimited) return finished
  const keep = (text: string | null) => (sizeOf(text) <= maxBytes ? { text, ...finished } : cut())
  const text = answerText(run, finished)
  return text instanceof Promise ? text.then(keep) : keep(text)
}

/** Answers a run whose answer failed to build, so that even a framework bug ends in an envelope. */
async function answerWithFallback(run: Run, error: unknown): Promise<Answer> {
  const unfinished = fallbackOutcome('The answer could not be built.', describeThrown(error))
  run.stage = 'ended'
  changeOutput(run, { format: 'json' })
  try {
    const finished = await finish(run, unfinished)
    return toAnswer(run, finished, await emit(run, finished))
  } catch {
    // The dialect cannot be loaded, for instance because too many files are open.
    const { error: said } = unfinished.failure
    const detail = cleanShownText(run, said.detail)
    const outcome = fallbackFailure({ ...said, detail }, surroundingsOf(run, unfinished))
    const line = fallbackLine(outcome)
    const encoded = { document: JSON.parse(line) as JsonValue }
    return toAnswer(run, { outcome, encoded, facts: {} }, await write(run, 'stdout', line, 1))
  }
}

function toAnswer(
  run: Run,
  {
    outcome,
    encoded,
    facts,
  }: Pick<FinishedRun, 'outcome' | 'facts'> & { encoded: { document?: JsonValue | undefined } },
  exitCode: number,
  end?: RunEnd,
): Answer {
  const kind = end?.kind
  return {
    outcome,
    document: encoded.document,
    exitCode,
    tool: run.cli.declaration.name,
    path: run.path,
    command: run.command,
    cli: run.cli,
    output: run.output,
    advice: run.advice,
    isBareText:
      (kind === 'text' && isBareText(run)) ||
      run.output.format === 'human' ||
      run.onStdout?.kind === 'lines',
    isPartialData:
      kind !== 'data' ||
      isDryRun(run) ||
      facts.isReshaped === true ||
      run.meta['stream'] !== undefined,
  }
}
