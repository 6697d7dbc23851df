import {
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'
import type { EncodeOptions, EncodedDocument } from '../dialect.ts'
import { RESERVED } from './reserved.ts'

/** Returns the exit number of a failure, which is that of the signal if one ended the run. */
export function processExit({ exit }: FailureOutcome, number: number): number {
  return isSignalExitName(exit) ? SIGNAL_EXITS[exit].number : number
}

export function onStdout(document: JsonValue | undefined, exit_code: number): EncodedDocument {
  return { document, stream: 'stdout', exit_code, layout: 'pretty' }
}

/** Returns details that a reader returns unchanged: not empty, and without our reserved name. */
export function nativeDetails({ details }: OutcomeError): JsonObject | undefined {
  const isNative =
    details !== undefined && Object.keys(details).length > 0 && !Object.hasOwn(details, RESERVED)
  return isNative ? details : undefined
}

/** What an author or a tool may say about a failure, and some dialects have no member for. */
export const ERROR_FACT_NAMES = [
  'detail',
  'fix_required',
  'fix_command',
  'field_errors',
  'redirect',
  'retry_after_ms',
  'retry_strategy',
  'operation',
  'target',
  'root_cause',
  'docs_url',
] as const satisfies readonly (keyof OutcomeError)[]

/** Those that nobody but the author gives; the framework adds the others where a dialect has members for them. */
const OF_AUTHORS: ReadonlySet<string> = new Set([
  'detail',
  'fix_command',
  'redirect',
  'retry_after_ms',
  'retry_strategy',
  'root_cause',
  'docs_url',
])

/** Those that are read from `meta` where the error has no place for them: their names mean nothing else there. */
export const FACTS_READ_FROM_META = [
  'fix_required',
  'fix_command',
  'field_errors',
  'root_cause',
  'docs_url',
] as const

/** Tests whether facts have a place: those of an author in the tool's own answers too, those of the framework not. */
function areWanted({ stow, errorBody }: EncodeOptions): boolean {
  return stow === undefined ? errorBody !== 'framework' : stow === 'plain'
}

/** Returns the next steps for a place beside the details, where an agent finds them. */
export function adviceOf({ error }: FailureOutcome, options: EncodeOptions): JsonObject {
  const { next_steps: steps, details } = error
  const isTaken = details !== undefined && Object.hasOwn(details, 'next_steps')
  const isWanted = options.stow === 'exact' || areWanted(options)
  if (steps === undefined || isTaken || !isWanted) return {}
  return { next_steps: steps as unknown as JsonValue }
}

/** Returns the facts for an open object of the document; a name that is taken there stays as it is. */
export function factsOf(
  { error }: FailureOutcome,
  options: EncodeOptions,
  taken: object = {},
): JsonObject {
  const facts: Record<string, JsonValue> = {}
  if (!areWanted(options)) return facts
  for (const name of ERROR_FACT_NAMES) {
    const value = error[name] as JsonValue | undefined
    const isWanted = options.stow !== undefined || OF_AUTHORS.has(name)
    if (isWanted && value !== undefined && !Object.hasOwn(taken, name)) facts[name] = value
  }
  return facts
}

/** Returns the data of a failure for its details, in the tool's own dialect too: the author gave it with the failure. */
export function dataBeside({ data, error }: FailureOutcome, { stow }: EncodeOptions): JsonObject {
  if (data === null || stow === 'exact') return {}
  return error.details && Object.hasOwn(error.details, 'data') ? {} : { data }
}

/** Returns the warnings of a failure whose document is on stderr, where a line before it would spoil it. */
export function warningsBeside(
  { warnings, error }: FailureOutcome,
  { stow }: EncodeOptions,
): JsonObject {
  if (warnings.length === 0 || stow === 'exact') return {}
  return error.details && Object.hasOwn(error.details, 'warnings') ? {} : { warnings }
}
