import type { Outcome } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { ErrorTable } from '../declare/error-declarations.ts'
import { emit, fit } from '../output/emit.ts'
import { complete, finish } from '../output/finish.ts'
import { write } from '../output/write.ts'
import { toOutcome } from '../result/to-outcome.ts'
import { describeThrown } from '../run/describe-error.ts'
import { fallbackLine, fallbackOutcome } from '../run/fallback-envelope.ts'
import type { OutputRequest } from '../run/output-request.ts'
import type { RunEnd } from '../run/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { logLine } from '../services/log.ts'
import { cleanUp } from './clean-up.ts'
import { READER_GONE } from './stream-end.ts'

/** The outcome of a run, with the facts that tests check it against. */
export interface Answer {
  readonly outcome: Outcome
  readonly exitCode: number
  readonly tool: string
  readonly path: readonly string[]
  readonly command: Command | null
  /** Error codes that the tool declares for all of its commands. */
  readonly errors: ErrorTable
  readonly output: OutputRequest
  /** Whether plain text was written instead of an envelope: a version, a script, a help page. */
  readonly isBareText: boolean
  /** Whether the data may differ from the output schema: help, a preview, rows, selected fields. */
  readonly isPartialData: boolean
}

/**
 * Takes a run from its end to the written answer: clean up, make the outcome, finish it, write it.
 * Never rejects. `noise` gives the number of characters that were redirected from stdout to stderr.
 */
export async function answer(run: Run, end: RunEnd, noise: () => number): Promise<Answer> {
  const { world } = run
  let isInterrupted = end.kind === 'interrupted'
  let signal = end.kind === 'interrupted' && end.by.kind === 'signal' ? end.by.signal : null
  let isWriting = false
  let timer: NodeJS.Timeout | undefined
  /** After a signal, a reader that does not read the answer must not keep the process. */
  const limitWriting = (): void => {
    if (!signal || !isWriting || timer) return
    const code = SIGNAL_NUMBERS[signal]
    timer = setTimeout(() => world.abandon(code), WRITING_LIMIT_MS)
  }
  const stopListening = world.onInterruption((by) => {
    if (by.kind !== 'signal') return
    // A second SIGINT ends the process without waiting for the answer.
    if (isInterrupted && by.signal === 'SIGINT') world.abandon(130)
    isInterrupted = true
    signal ??= by.signal
    limitWriting()
  })
  try {
    await cleanUp(run, end)
    isWriting = true
    limitWriting()
    if (noise() > 0) {
      run.warnings.push('Something printed to stdout; it was sent to stderr.')
    }
    const unfinished = toOutcome(run, end)
    const whole = await finish(run, unfinished instanceof Promise ? await unfinished : unfinished)
    const finished = await fit(run, whole, end)
    traceError(run, end)
    const isUnread = end.kind === 'threw' && end.error === READER_GONE
    const exitCode = isUnread ? 0 : await emit(run, finished, end)
    return toAnswer(run, finished.outcome, signalExit(exitCode, end), end)
  } catch (error) {
    return answerWithFallback(run, error)
  } finally {
    stopListening()
    clearTimeout(timer)
  }
}

/** How long a reader has to read the answer after a signal. */
const WRITING_LIMIT_MS = 1000

const SIGNAL_NUMBERS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const

/** Tells the signals apart that share an exit name in the envelope. */
function signalExit(exitCode: number, end: RunEnd): number {
  const isSignal = end.kind === 'interrupted' && end.by.kind === 'signal'
  return isSignal && exitCode === SIGNAL_NUMBERS.SIGTERM ? SIGNAL_NUMBERS[end.by.signal] : exitCode
}

/** Answers a run whose answer failed to build, so that even a framework bug ends in an envelope. */
async function answerWithFallback(run: Run, error: unknown): Promise<Answer> {
  const unfinished = fallbackOutcome('The answer could not be built.', describeThrown(error))
  run.isAnswered = false
  run.output = { ...run.output, format: 'json' }
  try {
    const finished = await finish(run, unfinished)
    return toAnswer(run, finished.outcome, await emit(run, finished))
  } catch {
    // The dialect cannot be loaded, for instance because too many files are open.
    const outcome = complete(run, unfinished)
    return toAnswer(run, outcome, await write(run, 'stdout', fallbackLine(outcome), 1))
  }
}

function toAnswer(run: Run, outcome: Outcome, exitCode: number, end?: RunEnd): Answer {
  const kind = end?.kind
  return {
    outcome,
    exitCode,
    tool: run.cli.declaration.name,
    path: run.path,
    command: run.command,
    errors: run.cli.errors,
    output: run.output,
    isBareText:
      (kind === 'text' && !run.output.isExplicit) ||
      run.output.format === 'human' ||
      run.lines !== null,
    isPartialData:
      kind !== 'data' || run.isDryRun || run.isReshaped || run.meta['stream'] !== undefined,
  }
}

function traceError(run: Run, end: RunEnd): void {
  const error = end.kind === 'threw' ? end.error : null
  if (run.isDebug && error instanceof Error) logLine(run, 'debug', error.stack ?? error.message)
}
