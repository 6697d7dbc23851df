import {
  defaultRetryable,
  EXIT_ROWS,
  INCOMPLETE_ROW,
  isFailureName,
  isSignalExitName,
  NEEDS_A_CHANGE,
  SIGNAL_EXITS,
  type FailureExit,
  type FailureName,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import type { DialectTraits, EncodedDocument, EncodeOptions, Encoder } from '../dialect.ts'
import { adviceOf, factsOf, nativeDetails } from '../write/write-failure.ts'
import {
  asObject,
  onOneLine,
  plainMeta,
  specTraits,
  writeWithin,
  type Surroundings,
} from './write.ts'

export type SpecExit = FailureExit | 'INCOMPLETE'

export interface Writing {
  readonly exit: SpecExit
  readonly outcome: FailureOutcome
  readonly options: EncodeOptions
}

/** What a generation does in a way of its own. */
interface OwnWays extends Surroundings {
  readonly generation: Generation
  readonly traits: DialectTraits
  /** Tests for data that says how to go on with work that is not done. */
  readonly isIncompleteWork?: (data: JsonValue) => boolean
  /** Writes a code in the form that is allowed. */
  readonly toCode?: (code: string) => string
  /** Decides about `retryable` where the outcome says what helps. */
  readonly mayRepeat: (writing: Writing) => boolean
  /** Says when to repeat the call, in the unit of the contract. */
  readonly waitOf: (ms: number) => Readonly<Record<string, number>>
  /** Adds what else an error holds, or `meta` for it. */
  readonly addMore: (
    writing: Writing,
    error: Record<string, JsonValue>,
    meta: Record<string, JsonValue>,
  ) => void
}

export function makeSpecEncoder(ways: OwnWays): Encoder {
  const { generation, traits, metaOf = plainMeta, warningsOf } = ways
  return Object.freeze({
    id: `spec-${generation}`,
    ...traits,
    toDocument(outcome: Outcome, given: EncodeOptions = {}): EncodedDocument {
      if (outcome.ok) return writeWithin(ways, outcome)
      const options: EncodeOptions = { stow: 'plain', ...given }
      const exit = chooseExit(outcome, options, ways.isIncompleteWork)
      const number = numberOf(exit, generation)
      const writing = { exit, outcome, options }
      const error = writeError(ways, writing)
      const meta = metaOf(outcome, number)
      ways.addMore(writing, error, meta)
      return onOneLine(number, {
        ok: false,
        // Before 1.16 the data of a failure is null.
        data: generation === '1.16' ? asObject(outcome.data) : null,
        error,
        warnings: warningsOf?.(outcome) ?? outcome.warnings,
        meta,
      })
    },
  })
}

/** Writes contract 1.0, our default. */
export const encoder10 = makeSpecEncoder({
  generation: '1.0',
  traits: specTraits,
  // Also true for calls that need a correction first.
  mayRepeat: ({ exit, outcome: { error } }) => {
    const name = categoryOf(exit)
    if (error.recovery === 'after_fix') return NEEDS_A_CHANGE.includes(name)
    return error.recovery === 'redirect' ? name === 'REDIRECTED' : error.recovery === 'identical'
  },
  // Round up: a caller that retries too early is refused again.
  waitOf: (ms) => ({ retry_after: Math.ceil(ms / 1000) }),
  addMore: placeInMeta,
})

function writeError(
  { generation, toCode, mayRepeat, waitOf }: OwnWays,
  writing: Writing,
): Record<string, JsonValue> {
  const { exit, outcome } = writing
  const { error } = outcome
  // An error with a blank code or message cannot be branched on or shown, and the rules refuse it.
  const named = toCode ? toCode(error.code) : error.code
  const code = isBlank(named) ? categoryOf(exit) : named
  const isUnknown = error.recovery === 'unknown'
  const name = categoryOf(exit)
  const usual = name !== 'TIMEOUT' && defaultRetryable(name, generation)
  const retryable = isUnknown ? usual : name !== 'PARTIAL_FAILURE' && mayRepeat(writing)
  const wait = Number(error.retry_after_ms)
  const hasWait = retryable && Number.isInteger(wait) && wait >= 0
  return present({
    code,
    message: isBlank(error.message) ? code : error.message,
    detail: error.detail,
    retryable: isUnknown && error.retryable === null ? undefined : retryable,
    ...(hasWait && !(isUnknown && error.retryable === null) && waitOf(wait)),
    phase: error.phase,
    suggestion: error.suggestion || error.next_steps?.suggestion || undefined,
    redirect: exit === 'REDIRECTED' ? error.redirect : undefined,
  })
}

/** Copies members without those that are undefined. */
export function present(members: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, JsonValue>
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

export function categoryOf(exit: SpecExit): FailureName {
  return typeof exit === 'string' && isFailureName(exit) ? exit : 'GENERAL_ERROR'
}

function chooseExit(
  { exit, error, data }: FailureOutcome,
  { exits }: EncodeOptions,
  isIncompleteWork: OwnWays['isIncompleteWork'],
): SpecExit {
  const isIncomplete = exit === 'INCOMPLETE' && error.code === 'INCOMPLETE'
  // An incomplete exit needs its data; without it nobody could go on.
  if (isIncomplete && isIncompleteWork?.(data)) return 'INCOMPLETE'
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = exits?.find((candidate) => candidate.name === exit)
  if (declared) return declared
  return error.category === 'REDIRECTED' ? 'GENERAL_ERROR' : error.category
}

function numberOf(exit: SpecExit, generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  if (exit === 'INCOMPLETE') return INCOMPLETE_ROW.number
  return isSignalExitName(exit) ? SIGNAL_EXITS[exit].number : EXIT_ROWS[generation][exit].number
}

/** Places what the closed error of 1.0 has no member for in meta; names that are taken there stay as they are. */
function placeInMeta(
  { outcome, options }: Writing,
  error: object,
  meta: Record<string, JsonValue>,
): void {
  const { data, meta: own } = outcome
  // The error has the wait in whole seconds.
  const taken = { ...error, ...(Object.hasOwn(error, 'retry_after') && { retry_after_ms: null }) }
  const details = options.stow === 'never' ? undefined : nativeDetails(outcome.error)
  const facts = {
    ...(details && { details }),
    ...adviceOf(outcome, options),
    ...factsOf(outcome, options, taken),
    ...(data !== null && { data }),
  }
  for (const [name, value] of Object.entries(facts))
    if (!Object.hasOwn(own, name)) meta[name] = value
}
