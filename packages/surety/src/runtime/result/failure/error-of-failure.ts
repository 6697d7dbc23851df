import {
  isAfterFix,
  isErrorCode,
  isJsonObject,
  PHASES,
  plainJson,
  RETRY_STRATEGIES,
  toJsonValue,
  type SuretyError,
  type JsonObject,
  type JsonValue,
  type OutcomeErrorInput,
} from '../../../contract/index.ts'
import { traitsOf, wordFor } from '../../../dialects/wires.ts'
import { findError, UNFIT_FOR_FIX } from '../../declare/exits/exit-declarations.ts'
import type { ErrorDeclaration } from '../../declare/types/exits.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { echo } from '@surety/internal/echo.ts'
import { commandName, reported, unsay, warn, type Run } from '../../run/run-state.ts'
import { suggestionFor } from './suggestion.ts'

type Draft = { -readonly [Member in keyof OutcomeErrorInput]: OutcomeErrorInput[Member] }

/** Makes the error of a failure in plain JSON: what the failure says, then what the tool and the exit add. */
export function errorOf(
  run: Run,
  failure: SuretyError,
  exit: string,
  isRetryable: boolean,
): OutcomeErrorInput {
  const { isLean, advises, lacksSuggestions, namesTarget, retryHints } = traitsOf(
    run.output.dialect,
  )
  const code = dialectCode(run, failure, exit) ?? failure.code
  const error: Draft = { ...declaredFix(run, code), ...toJson(failure.toErrorInput()), code }
  // At a terminal the message says it better.
  if (code !== failure.code && run.output.format !== 'human')
    error.details = { ...error.details, reason: failure.code }
  completeFix(run, error, exit)
  const hasPlace = !lacksSuggestions || run.output.format === 'human'
  const wantsAdvice = advises ? hasPlace : isLean && hasOneProblem(run)
  if (!error.suggestion && wantsAdvice) error.suggestion = suggestionFor(run, error, exit)
  // Nobody knows what a program was doing that the call was handed on to.
  if (run.phase !== null) error.phase ??= exit === 'ARG_ERROR' ? 'validation' : run.phase
  // Null is a word of its own: nobody knows.
  if (isRetryable && error.retryable === undefined) error.retryable = true
  // Another call would change it again.
  if (error.retryable !== null && hasChanged(run)) error.retryable = false
  if (error.retryable) Object.assign(error, { ...retryHints?.(exit), ...error })
  const target = namesTarget && error.target === undefined ? argumentOf(run) : undefined
  if (target !== undefined) error.target = target
  if (isLean) dropRepeatedProblem(run)
  return error
}

function hasChanged(run: Run): boolean {
  if (run.command?.declaration.idempotent) return false
  return reported(run, 'effect').some(({ effect }) => !/^(?:noop|would_)/.test(effect))
}

/** Returns what an error of the command is about by default; a call that was refused is about the refused word. */
function argumentOf({ input }: Run): string | undefined {
  const [first] = Object.values(input?.isDryRun === undefined ? {} : input.args)
  return typeof first === 'string' ? echo(first) : undefined
}

/** Drops the list of problems if the error repeats its one entry; the screen of a terminal is drawn from the list. */
function dropRepeatedProblem(run: Run): void {
  if (run.output.format === 'human' || !hasOneProblem(run)) return
  const [only] = run.meta['errors'] as unknown as readonly InputProblem[]
  if (Object.keys(only!).every((fact) => IN_ERROR.test(fact))) unsay(run, ['errors'])
}

function hasOneProblem({ meta }: Run): boolean {
  const list = meta['errors']
  return Array.isArray(list) && list.length === 1
}

/** The facts of a problem that code, message and suggestion of an error cover. */
const IN_ERROR =
  /^(?:param|code|message|value|allowed|expected|suggestion|env|conflicts_with|required_by)$/

/** Finds the word of the dialect for an error of the framework, or for the exit that `failWith` gives as a code. */
function dialectCode(run: Run, { code }: SuretyError, exit: string): string | undefined {
  const { frameworkErrors: words = {} } = traitsOf(run.output.dialect)
  // The codes of built-in commands are the framework's as well.
  const isOurs = run.isBuiltin || (isErrorCode(code) && !declaredRow(run, code))
  const isWord = code === exit && Object.hasOwn(words, code)
  return isOurs || isWord ? wordFor(words, code, exit) : undefined
}

function declaredRow(run: Run, code: string): ErrorDeclaration | undefined {
  return findError([run.command?.declaration.errors, run.cli.declaration.errors], code)
}

function declaredFix(run: Run, code: string): Partial<OutcomeErrorInput> {
  const row = declaredRow(run, code)
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
function completeFix(run: Run, error: Draft, exit: string): void {
  if (error.fix_command !== undefined && UNFIT_FOR_FIX.test(error.fix_command)) {
    warn(
      run,
      `${commandName(run)} gave a fix_command that cannot be run as it is; it was left out.`,
    )
    delete error.fix_command
  }
  const { isLean } = traitsOf(run.output.dialect)
  const { fix_required: fix, suggestion = '' } = error
  const isSaid =
    fix !== undefined && suggestion.toLowerCase().includes(fix.toLowerCase().replace(/\.$/, ''))
  if (isLean && isSaid) delete error.fix_required
  if (!isAfterFix(exit)) return
  // What is missing comes by itself: another call ends.
  if (error.code === 'LOCK_HELD') return
  // The same call cannot succeed, whatever the handler claims.
  if (error.retryable === true) error.retryable = false
  const lead = FIXES[exit]
  if (lead === undefined || error.fix_required !== undefined) return
  // A lean dialect has no member for the fix, and says the same by its exit and its suggestion.
  // What was called final stays so: another program's failure to sign in is not mended by the same call.
  if (isLean) error.recovery ??= 'after_fix'
  else error.fix_required = error.suggestion ?? `${lead}: ${error.message}`
}

const TEXT_MEMBERS = /^(?:message|detail|suggestion|fix_required|fix_command|operation|target)$/

const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0

const TYPE_CHECKS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  retryable: (value) => typeof value === 'boolean' || value === null,
  phase: (value) => PHASES.some((phase) => phase === value),
  retry_after_ms: isCount,
  retry_strategy: (value) => RETRY_STRATEGIES.some((strategy) => strategy === value),
  next_steps: (value) => isJsonObject(value) && typeof value['action'] === 'string',
  details: isJsonObject,
  field_errors: Array.isArray,
}

/** Drops members of the wrong type, which authors without TypeScript can pass: a type error would hide the failure. */
function toJson(given: OutcomeErrorInput): OutcomeErrorInput {
  const error: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(toPlainJson(given) as JsonObject)) {
    if (TYPE_CHECKS[name]?.(value) === false || (value === null && name !== 'retryable')) continue
    error[name] = TEXT_MEMBERS.test(name) ? toText(value) : value
  }
  return error as unknown as OutcomeErrorInput
}

/** Writes what an author gave with a failure as JSON. */
export function toPlainJson(value: unknown): JsonValue {
  const plain = plainJson(value)
  return plain === undefined ? toJsonValue(value).json : plain
}

function toText(value: JsonValue): string {
  if (typeof value === 'string') return value
  // For an Error, use its message.
  const message = isJsonObject(value) ? value['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(value)
}
