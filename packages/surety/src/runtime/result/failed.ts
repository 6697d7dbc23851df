import { traitsOf } from '../../dialects/wires.ts'
import {
  Defect,
  defect,
  signalExitName,
  suretyError,
  SuretyError,
  type CustomExitCode,
} from '../../contract/index.ts'
import { findError, makeFailure } from '../declare/exits/exit-declarations.ts'
import type { Interruption, Signal } from '../process/world.ts'
import { StoredEnd, type RunEnd, type UnfinishedOutcome } from '../run/ending/run-end.ts'
import { describeWithCauses, isErrno } from '../run/errors/describe-error.ts'
import { waitsForInput } from '../run/errors/waits-for-input.ts'
import { addMeta, commandName, doneSteps, warn, type Run } from '../run/run-state.ts'
import { exitNamed, toFailed } from './expected-failure.ts'
import { toPlainJson } from './failure/error-of-failure.ts'
import { systemFailure } from './failure/system-failure.ts'
import { isSuccess, succeeded, type SuccessEnd } from './data.ts'

/** Turns the end of a run into its outcome; never fails. */
export function toOutcome(run: Run, end: RunEnd): UnfinishedOutcome {
  return isSuccess(end) ? succeeded(run, end) : failed(run, end)
}

/** Turns the end of a run that did not come to its end into the outcome of a failure; never fails. */
export function failed(run: Run, end: Exclude<RunEnd, SuccessEnd>): UnfinishedOutcome {
  switch (end.kind) {
    case 'timed-out':
      return toFailed(run, timeoutError(run))
    case 'interrupted':
      return interrupted(run, end.by)
    case 'threw':
      return end.error instanceof StoredEnd
        ? restored(run, end.error)
        : toFailed(run, toFailure(run, end.error))
  }
}

/** Ends a run with the outcome of another one, with its warnings and the number of its exit. */
function restored(run: Run, { outcome, warnings }: StoredEnd): UnfinishedOutcome {
  for (const text of warnings) warn(run, text)
  const exit = outcome.failure?.exit
  if (typeof exit === 'object') allowExit(run, exit)
  return { ...outcome, data: toPlainJson(outcome.data), isReshaped: true }
}

/** Lets a run end with an exit that its command does not declare. */
export function allowExit(run: Run, exit: CustomExitCode): void {
  if (!run.command) return
  const { declaration } = run.command
  const exitCodes = { ...declaration.exitCodes, [exit.name]: exit }
  run.command = { ...run.command, declaration: { ...declaration, exitCodes } as typeof declaration }
}

/** Turns a thrown value into an expected failure if it is one, otherwise into an internal error. */
function toFailure(run: Run, error: unknown): SuretyError {
  if (error instanceof SuretyError) return error
  const known = declaredFailure(run, error)
  if (known) return known
  // Some versions of Node reject a question at the end of the input, others never settle it.
  if (isErrno(error, ['ERR_USE_AFTER_CLOSE']) && hasDrainedStdin(run)) return waitsForInput(run)
  const system = systemFailure(run, error)
  if (system) return system
  const text = describeWithCauses(error)
  return suretyError('INTERNAL_ERROR', 'Unexpected internal error.', {
    ...(text !== '' && { detail: text }),
    cause: error,
  })
}

/** Converts an error of the author's own class whose `code` is declared; null for other errors. */
function declaredFailure(run: Run, error: unknown): SuretyError | null {
  if (!(error instanceof Error) || error instanceof Defect) return null
  const { code, extra, details, nextSteps, next_steps, suggestion, retryable, phase } =
    error as Error & Record<string, unknown>
  if (typeof code !== 'string') return null
  const tables = [run.command?.declaration.errors, run.cli.declaration.errors]
  if (!findError(tables, code)) return null
  const facts = {
    details: extra ?? details,
    next_steps: nextSteps ?? next_steps,
    suggestion,
    retryable,
    // Other phases follow from the run.
    phase: phase === 'validation' ? phase : undefined,
    cause: error,
  }
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return makeFailure(commandName(run), tables, code, error.message, given)
}

function timeoutError(run: Run): SuretyError {
  const done = doneSteps(run)
  const entry = exitNamed(run, 'TIMEOUT')
  // Nothing was changed and the same call would take as long: only more time helps.
  const isTooShort = entry?.side_effects === 'none' && !entry.retryable
  return suretyError('TIMEOUT', `The time limit of ${run.limit.timeoutMs} ms passed.`, {
    phase: run.phase ?? 'execution',
    retryable: entry?.retryable === true,
    ...(isTooShort && { fix_required: 'Run again with a larger --timeout.' }),
    ...(done.length > 0 && { details: { completed_steps: done } }),
  })
}

function interrupted(run: Run, by: Interruption): UnfinishedOutcome {
  if (by.kind === 'uncaught') return toFailed(run, toFailure(run, by.error))
  if (by.kind === 'stuck') {
    if (hasDrainedStdin(run)) return toFailed(run, waitsForInput(run))
    const message = 'The command waits for a promise that can never settle.'
    return toFailed(run, toFailure(run, defect('NEVER_SETTLED', message)))
  }
  const own = answerOfAuthor(run, by.signal)
  if (own) return own
  const { marksPartialData } = traitsOf(run.output.dialect)
  const message = `${by.signal} ended the run.`
  const failure = new SuretyError('CANCELLED', signalExitName(by.signal), message, {
    retryable: false,
    details: { signal: by.signal },
    ...(marksPartialData && { data: { partial: true } }),
  })
  const { now, monotonic } = run.world
  addMeta(run, {
    ...(!marksPartialData && { partial: true }),
    timestamp: now().toISOString(),
    request_id: `${now().getTime().toString(36)}-${Math.trunc(monotonic() * 1000).toString(36)}`,
  })
  return toFailed(run, failure)
}

/** Answers a signal as the handler asked; null if it left no answer. */
function answerOfAuthor(run: Run, signal: Signal): UnfinishedOutcome | null {
  try {
    run.guest?.answersSignal?.(signal)
    return null
  } catch (error) {
    return failed(run, { kind: 'threw', error })
  }
}

/** Tests whether a handler came to the end of a standard input that is not a terminal. */
function hasDrainedStdin({ world, command }: Run): boolean {
  if (world.isStdinTty || command?.declaration.stdin) return false
  return world.direct ? process.stdin.readableEnded : (world.stdinUse?.hasDrained() ?? false)
}
