import {
  ERROR_CODES,
  EXIT_CODE_TABLES,
  isErrorCode,
  isFailureName,
  isJsonObject,
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureName,
  type Generation,
  type JsonValue,
} from '../../../contract/index.ts'
import { isRateLimit } from '../../read/error-categories.ts'

/** Derives the exit number of a document from its error: the exit code itself is lost. */
export function impliedExit(generation: Generation, document: JsonValue): number {
  // Without the key it is not an envelope, whatever the number.
  if (!isJsonObject(document) || !Object.hasOwn(document, 'error')) return 0
  const error = document['error'] ?? null
  if (error === null && document['ok'] !== false) return 0
  const table = EXIT_CODE_TABLES[generation]
  if (!isJsonObject(error)) return table.GENERAL_ERROR.number
  const { code, redirect } = error
  if (isJsonObject(redirect)) return table.REDIRECTED.number
  if (typeof code !== 'string') return table.GENERAL_ERROR.number
  if (isFailureName(code)) return table[code].number
  const exit = isErrorCode(code) ? ERROR_CODES[code].exit : impliedName(code, error['phase'])
  if (isSignalExitName(exit)) return SIGNAL_EXITS[exit].number
  // Without its redirect this exit would break the contract.
  return table[exit === 'REDIRECTED' ? 'GENERAL_ERROR' : exit].number
}

/** Derives the exit of a code that only the tool knows. Validation is the phase of rejected input. */
function impliedName(code: string, phase: JsonValue | undefined): FailureName {
  if (isRateLimit(code)) return 'RATE_LIMITED'
  return phase === 'validation' ? 'ARG_ERROR' : 'GENERAL_ERROR'
}
