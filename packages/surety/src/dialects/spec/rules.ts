import {
  ERROR_EXITS,
  EXIT_ROWS,
  isAfterFix,
  isErrorCode,
  isFailureName,
  isJsonObject,
  isSignalExitName,
  SIGNAL_EXITS,
  standardExitName,
  type FailureName,
  type Generation,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import type { DocumentProblem } from '../dialect.ts'
import { isRateLimit } from '../read/error-categories.ts'

export function specRules(
  generation: Generation,
  document: JsonValue,
  exitCode?: number,
  byTable = false,
): readonly DocumentProblem[] {
  if (!isJsonObject(document)) return []
  const { ok, data, error } = document
  const problems: DocumentProblem[] = []
  const report = (pointer: string, message: string) => void problems.push({ pointer, message })
  const isUnmodified = isJsonObject(document['meta']) && document['meta']['not_modified'] === true
  if (data === null && error === null && !isUnmodified) {
    report('', 'data and error are both null, which is valid only with meta.not_modified')
  }
  if (ok === true && error != null) {
    report('/error', 'must be null when ok is true')
  }
  if (ok === false && error === null) report('/error', 'must not be null when ok is false')
  if (isUnmodified && data !== null) report('/data', 'must be null with meta.not_modified')
  if (isUnmodified && ok === false) report('/meta/not_modified', 'must not be true on a failure')
  if (exitCode !== undefined && typeof ok === 'boolean' && ok !== (exitCode === 0)) {
    report('/ok', `must be ${exitCode === 0}, because the exit code is ${exitCode}`)
  }
  // From 1.6 on, a command that did half of its work may report that half.
  const isFailure = exitCode === undefined ? ok === false : exitCode !== 0
  if (generation === '1.0' && isFailure && data != null) {
    report('/data', 'must be null on a failure')
  }
  if (!isJsonObject(error)) return problems
  checkError(generation, error, exitCode, report)
  const exit = exitCode === undefined ? error['code'] : standardExitName(exitCode, generation)
  if (byTable && isFailureName(exit) && !mirrorsTable(generation, exit, error)) {
    const { retryable } = EXIT_ROWS[generation][exit]
    report('/error/retryable', `the exit table says '${retryable}' for ${exit}`)
  }
  return problems
}

function mirrorsTable(
  generation: Generation,
  exit: FailureName,
  { code, retryable }: JsonObject,
): boolean {
  const row = EXIT_ROWS[generation][exit].retryable
  if (retryable === true) {
    return row !== 'no' && !contradictsGeneration(generation, { category: exit, retryable })
  }
  // The rule for credentials is narrower, and a timeout that may have written something is not repeated.
  const isNarrower = exit === 'TIMEOUT' || code === 'TOKEN_MISSING' || code === 'TOKEN_INVALID'
  return retryable !== false || row !== 'yes' || isNarrower
}

function checkError(
  generation: Generation,
  error: JsonObject,
  exitCode: number | undefined,
  report: (pointer: string, message: string) => void,
): void {
  const { code, redirect, retryable } = error
  // The schemas allow any string; an empty one gives a caller nothing to branch on or to show.
  for (const name of ['code', 'message'] as const) {
    const text = error[name]
    if (typeof text === 'string' && text.trim() === '') {
      report(`/error/${name}`, 'must not be empty')
    }
  }
  const wait = generation === '1.0' ? 'retry_after' : 'retry_after_ms'
  if (error[wait] !== undefined && retryable !== true) {
    report(`/error/${wait}`, 'is valid only with retryable: true')
  }
  const redirected = EXIT_ROWS[generation].REDIRECTED.number
  const isElsewhere = exitCode === undefined ? namesOtherExit(code) : exitCode !== redirected
  if (redirect !== undefined && isElsewhere) {
    report('/error/redirect', `is valid only with exit code ${redirected}`)
  }
  if (redirect === undefined && exitCode === redirected) {
    report('/error', `needs a redirect with exit code ${redirected}`)
  }
}

function namesOtherExit(code: JsonValue | undefined): boolean {
  return typeof code === 'string' && isFailureName(code) && code !== 'REDIRECTED'
}

/** Derives the exit number of a document from its error: the exit code itself is lost. */
export function impliedExit(generation: Generation, document: JsonValue): number {
  // Without the key it is not an envelope, whatever the number.
  if (!isJsonObject(document) || !Object.hasOwn(document, 'error')) return 0
  const error = document['error'] ?? null
  if (error === null && document['ok'] === true) return 0
  const table = EXIT_ROWS[generation]
  if (!isJsonObject(error)) return table.GENERAL_ERROR.number
  const { code, redirect } = error
  if (isJsonObject(redirect)) return table.REDIRECTED.number
  if (typeof code !== 'string') return table.GENERAL_ERROR.number
  if (isFailureName(code)) return table[code].number
  const exit = isErrorCode(code) ? ERROR_EXITS[code] : impliedName(code, error['phase'])
  if (isSignalExitName(exit)) return SIGNAL_EXITS[exit].number
  // Without its redirect this exit would break the contract.
  return table[exit === 'REDIRECTED' ? 'GENERAL_ERROR' : exit].number
}

/** Derives the exit of a code that only the tool knows. Validation is the phase of rejected input. */
function impliedName(code: string, phase: JsonValue | undefined): FailureName {
  if (isRateLimit(code)) return 'RATE_LIMITED'
  return phase === 'validation' ? 'ARG_ERROR' : 'GENERAL_ERROR'
}

interface GenerationClaims {
  readonly category: FailureName
  readonly code?: JsonValue | undefined
  readonly phase?: JsonValue | undefined
  readonly retryable?: JsonValue | undefined
}

/** Returns why an error cannot come from a generation. Version strings prove nothing: each may print 1.0. */
export function contradictsGeneration(
  generation: Generation,
  { category, code, phase, retryable }: GenerationClaims,
): string | undefined {
  if (retryable === true && isNeverRetryable(generation, category)) {
    return `contract ${generation} never calls ${category} retryable`
  }
  const isEarly = phase === 'validation'
  const isLate = phase === 'execution' || phase === 'cleanup'
  if ((category === 'PARTIAL_FAILURE' && isEarly) || (category === 'ARG_ERROR' && isLate)) {
    return `contract ${generation} never ends with ${category} during ${phase}`
  }
  return isSwapped(category, code)
    ? `contract ${generation} never has ${code} with ${category}`
    : undefined
}

function isNeverRetryable(generation: Generation, category: FailureName): boolean {
  if (category === 'PARTIAL_FAILURE') return true
  if (generation === '1.6') return isAfterFix(category)
  // The error decides: a lock that another process holds is a precondition that passes by itself.
  return generation === '1.16' && (category === 'ARG_ERROR' || category === 'REDIRECTED')
}

/** Two exits swapped their numbers; detects an error code of the one with the other. */
function isSwapped(category: FailureName, code: JsonValue | undefined): code is string {
  if (category !== 'ARG_ERROR' && category !== 'PARTIAL_FAILURE') return false
  if (typeof code !== 'string') return false
  const own = isFailureName(code) ? code : isErrorCode(code) ? ERROR_EXITS[code] : category
  return own !== category && (own === 'ARG_ERROR' || own === 'PARTIAL_FAILURE')
}
