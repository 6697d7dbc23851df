import {
  copyIfJson,
  Defect,
  defect,
  isErrorCode,
  isSignalExitName,
  suretyError,
  SuretyError,
  type CopyOptions,
  type JsonObject,
  type JsonValue,
  type OutcomeErrorInput,
  type SignalExitName,
} from '../../../contract/index.ts'
import { traitsOf } from '../../../dialects/index.ts'
import { findError, makeFailure } from '../../declare/exits/error-declarations.ts'
import { isAfterFix, type ExitEntry } from '../../declare/exits/exit-entries.ts'
import { findExit } from '../../declare/exits/find-exit.ts'
import { UNFIT_FOR_FIX } from '../../declare/fix-command.ts'
import type { Interruption, Signal } from '../../process/world.ts'
import { isErrno } from '../../run/errors/describe-error.ts'
import { describeWithCauses } from '../../run/errors/error-causes.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { StoredEnd } from '../../run/ending/stored-end.ts'
import type { UnfinishedOutcome } from '../../run/ending/unfinished-outcome.ts'
import { waitsForInput } from '../../run/limit/waits-for-input.ts'
import { sanitizeError } from './sanitize-error.ts'
import { dropRepeatedProblem, hasOneProblem, suggestionFor } from './suggestion.ts'
import { systemFailure } from './system-failure.ts'

/** The ends of a run that are failures. */
export type FailedEnd = Extract<RunEnd, { kind: 'threw' | 'timed-out' | 'interrupted' }>

/** Turns a failed end of a run into its outcome; never fails. */
export async function failureOutcome(run: Run, end: FailedEnd): Promise<UnfinishedOutcome> {
  const outcome = describeFailure(run, end)
  const copy = inJson(outcome, copyIfJson)
  if (copy) return copy
  // Most failures are JSON already, so a refused input never loads what converts the rest.
  const { toJson } = await import('../to-json.ts')
  return inJson(outcome, toJson)!
}

/** Does the same at once, for a run that cannot wait. */
export function failureOutcomeSync(
  run: Run,
  end: FailedEnd,
  toJson: (value: unknown, options: CopyOptions) => JsonValue,
): UnfinishedOutcome {
  return inJson(describeFailure(run, end), toJson)!
}

/** Turns the members of an outcome into JSON; null if they cannot be. */
function inJson(
  outcome: UnfinishedOutcome,
  toJson: (value: unknown, options: CopyOptions) => JsonValue | undefined,
): UnfinishedOutcome | null {
  const { failure } = outcome
  if (!failure) return outcome
  const data = toJson(outcome.data, { stripTerminalCodes: true })
  const error = toJson(failure.error, { stripTerminalCodes: true })
  if (data === undefined || error === undefined) return null
  const sanitized = sanitizeError(error as JsonObject) as unknown as OutcomeErrorInput
  return { ...outcome, data, failure: { ...failure, error: sanitized } }
}

/** Makes the outcome of a failed end, with values as the handler gave them. */
function describeFailure(run: Run, end: FailedEnd): UnfinishedOutcome {
  switch (end.kind) {
    case 'timed-out':
      return failed(run, timeoutError(run))
    case 'interrupted':
      return interrupted(run, end.by)
    case 'threw':
      return ended(run, end.error)
  }
}

function ended(run: Run, error: unknown): UnfinishedOutcome {
  return error instanceof StoredEnd ? restored(run, error) : failed(run, toFailure(run, error))
}

/** Ends a run with the outcome of another one, with its warnings and the number of its exit. */
function restored(run: Run, { outcome, warnings }: StoredEnd): UnfinishedOutcome {
  run.warnings.push(...warnings)
  run.isReshaped = true
  const exit = outcome.failure?.exit
  if (typeof exit === 'object' && run.command) {
    const { declaration } = run.command
    const exitCodes = { ...declaration.exitCodes, [exit.name]: exit }
    run.command = {
      ...run.command,
      declaration: { ...declaration, exitCodes } as typeof declaration,
    }
  }
  return outcome
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

/** Finds an exit of the command; undefined without a command, and if the exit is not declared. */
function exitNamed({ cli, command }: Run, name: string): ExitEntry | undefined {
  try {
    return command ? findExit(cli, command, name) : undefined
  } catch {
    // The declaration is wrong, and the answer says so already.
    return undefined
  }
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

function failed(run: Run, failure: SuretyError): UnfinishedOutcome {
  const exit = exitOf(run, failure)
  const name = typeof exit === 'string' ? exit : exit.name
  const entry = exitNamed(run, name)
  if (run.command && !entry && !isSignalExitName(name)) {
    const problem = `${commandName(run)} ended with ${name}, which it does not declare`
    if (run.command.declaration.exitCodes) run.warnings.push(`${problem} in exitCodes.`)
    else run.advice.push(`${problem}: add a code with that exit to errors and use fail()`)
  }
  // Input that was refused has not been previewed, and changed nothing either.
  const { safeDefault, confirmFlag } = run.command?.declaration ?? {}
  if (safeDefault || confirmFlag !== undefined) run.meta['dry_run'] ??= true
  const { isLean } = traitsOf(run.output.dialect)
  const input = withUsableFix(run, withToolCode(run, failure, name), name)
  const wantsAdvice = run.cli.declaration.output?.suggestions || (isLean && hasOneProblem(run))
  const error = {
    ...input,
    ...(!input.suggestion && wantsAdvice && { suggestion: suggestionFor(run, input, name) }),
    // Nobody knows what a program was doing that the call was handed on to.
    ...(failure.code !== 'DELEGATED_EXIT' && {
      phase: input.phase ?? (name === 'ARG_ERROR' ? 'validation' : run.phase),
    }),
    ...(input.retryable === undefined && entry?.retryable === true && { retryable: true }),
  } satisfies OutcomeErrorInput
  if (isLean) dropRepeatedProblem(run)
  return { data: failure.data, failure: { exit, error } }
}

/**
 * Returns the exit of a failure. ARG_ERROR promises that nothing was changed, which nobody can know once
 * `run()` of a command that changes things has begun, unless the failure itself says `validation`.
 */
function exitOf(run: Run, failure: SuretyError): SuretyError['exit'] {
  const { exit, facts } = failure
  if (exit !== 'ARG_ERROR' || run.phase !== 'execution' || facts.phase === 'validation') return exit
  const mayHaveChanged = run.command?.declaration.danger !== 'safe' && !run.isDryRun
  return mayHaveChanged ? 'PARTIAL_FAILURE' : exit
}

/** Replaces the code of a framework error with the tool's own code, if the tool declares one. */
function withToolCode(run: Run, failure: SuretyError, exit: string): OutcomeErrorInput {
  const input = failure.toErrorInput()
  const { frameworkErrors = {} } = run.cli.declaration
  const key = [failure.code, exit].find((each) => Object.hasOwn(frameworkErrors, each))
  // Builtins are handed the dispatcher, and their codes are the framework's as well.
  const isOurs = isErrorCode(failure.code) || run.dispatch !== null
  // A generation of the spec has words of its own, which its callers rely on.
  const isSpec = run.output.isForeign && traitsOf(run.output.dialect).generation !== undefined
  if (key === undefined || !isOurs || isSpec) return input
  run.isFrameworkError = true
  return {
    ...input,
    code: frameworkErrors[key]!,
    // At a terminal the message says it better.
    ...(run.output.format !== 'human' && { details: { ...input.details, reason: failure.code } }),
  }
}

function declaredFix(run: Run, code: string): Partial<OutcomeErrorInput> {
  const row = findError([run.command?.declaration.errors, run.cli.declaration.errors], code)
  return {
    ...(row?.fixRequired !== undefined && { fix_required: row.fixRequired }),
    ...(row?.fixCommand !== undefined && { fix_command: row.fixCommand }),
  }
}

/** The corrections that the exits stand for, in general words. */
const FIXES: Readonly<Record<string, string>> = {
  ARG_ERROR: 'Correct the input',
  PRECONDITION: 'Put in place what is missing',
  AUTH_REQUIRED: 'Sign in or renew the credentials',
  PAYMENT_REQUIRED: 'Make the payment',
}

/** Says what to correct after a failure that can be corrected, and withholds a fix that cannot run. */
function withUsableFix(run: Run, given: OutcomeErrorInput, exit: string): OutcomeErrorInput {
  const input = { ...declaredFix(run, given.code), ...given }
  const { fix_command, ...rest } = input
  let error: OutcomeErrorInput = input
  if (fix_command !== undefined && UNFIT_FOR_FIX.test(fix_command)) {
    run.warnings.push(
      `${commandName(run)} gave a fix_command that cannot be run as it is; it was left out.`,
    )
    error = rest
  }
  const { isLean } = traitsOf(run.output.dialect)
  if (isLean) error = withoutSaidFix(error)
  if (!isAfterFix(exit)) return error
  // The same call cannot succeed, whatever the handler claims.
  if (error.retryable === true) error = { ...error, retryable: false }
  const lead = FIXES[exit]
  if (lead === undefined || error.fix_required !== undefined) return error
  // A lean dialect has no member for the fix, and says the same by its exit and its suggestion.
  if (isLean) return { ...error, recovery: 'after_fix' }
  return { ...error, fix_required: error.suggestion ?? `${lead}: ${error.message}` }
}

/** Leaves out a fix that the suggestion names as well. */
function withoutSaidFix(error: OutcomeErrorInput): OutcomeErrorInput {
  const { fix_required: fix, suggestion = '', ...rest } = error
  const isSaid =
    fix !== undefined && suggestion.toLowerCase().includes(fix.toLowerCase().replace(/\.$/, ''))
  return isSaid ? { ...rest, suggestion } : error
}

function timeoutError(run: Run): SuretyError {
  const entry = exitNamed(run, 'TIMEOUT')
  const { steps } = run.command?.declaration ?? {}
  const details: JsonObject | null = steps
    ? {
        completed_steps: [...run.completedSteps],
        pending_steps: steps.filter((step) => !run.completedSteps.includes(step)),
      }
    : null
  return suretyError('TIMEOUT', `The time limit of ${run.timeoutMs} ms passed.`, {
    phase: run.phase,
    retryable: entry?.retryable === true,
    ...(details && { details }),
  })
}

function interrupted(run: Run, by: Interruption): UnfinishedOutcome {
  if (by.kind === 'uncaught') return failed(run, toFailure(run, by.error))
  if (by.kind === 'stuck') {
    if (hasDrainedStdin(run)) return failed(run, waitsForInput(run))
    const problem = defect(
      'NEVER_SETTLED',
      'The command waits for a promise that can never settle.',
    )
    return failed(run, toFailure(run, problem))
  }
  const own = answerOfAuthor(run, by.signal)
  if (own) return own
  const failure = new SuretyError(
    'CANCELLED',
    SIGNAL_EXIT_NAMES[by.signal],
    `${by.signal} ended the run.`,
    {
      retryable: false,
      details: { signal: by.signal },
      ...(run.output.isCurrent && { data: { partial: true } }),
    },
  )
  if (!run.output.isCurrent) run.meta['partial'] = true
  run.meta['timestamp'] = run.world.now().toISOString()
  run.meta['request_id'] = requestId(run)
  return failed(run, failure)
}

const SIGNAL_EXIT_NAMES: Readonly<Record<Signal, SignalExitName>> = {
  SIGINT: 'INTERRUPTED',
  SIGTERM: 'TERMINATED',
  SIGHUP: 'HUNG_UP',
  SIGQUIT: 'QUIT',
}

/** Answers a signal as the handler asked; null if it left no answer. */
function answerOfAuthor(run: Run, signal: Signal): UnfinishedOutcome | null {
  try {
    run.interruptAnswer?.(signal)
    return null
  } catch (error) {
    return ended(run, error)
  }
}

/** Tests whether a handler came to the end of a standard input that is not a terminal. */
function hasDrainedStdin({ world, command }: Run): boolean {
  if (world.isStdinTty || command?.declaration.stdin) return false
  return world.direct ? process.stdin.readableEnded : (world.stdinUse?.hasDrained() ?? false)
}

function requestId(run: Run): string {
  return `${run.world.now().getTime().toString(36)}-${Math.trunc(run.world.monotonic() * 1000).toString(36)}`
}
