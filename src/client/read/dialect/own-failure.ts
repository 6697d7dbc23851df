import { ERROR_EXITS, isErrorCode, isFailureName, isJsonObject } from '../../../contract/index.ts'
import { traitsOf, type Capture } from '../../../dialects/index.ts'
import type { FoundDialect } from './find-dialect.ts'

const MEMBERS = ['data', 'error', 'meta', 'ok', 'warnings']

/**
 * Tests whether an undeclared answer is certainly the tool's own report of its failure: the five members
 * of the spec alone on stdout, without any problem, and an exit number that means the same as the error.
 * A program that prints the content of others exits with 0, or with a number that does not agree.
 */
export function isOwnFailure(capture: Capture, found: FoundDialect): boolean {
  const { outcome, candidates } = found
  if (outcome.ok || outcome.process.exit_code === 0) return false
  const { malformed, problems } = outcome.diagnostics
  if (malformed || problems.length > 0 || outcome.error.synthesised === true) return false
  if (candidates.some((dialect) => traitsOf(dialect).generation === undefined)) return false
  return isWholeEnvelope(capture.stdout) && agrees(outcome.error.code, outcome.exit)
}

function isWholeEnvelope(stdout: Capture['stdout']): boolean {
  try {
    const text = typeof stdout === 'string' ? stdout : new TextDecoder().decode(stdout)
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && Object.keys(value).toSorted().join() === MEMBERS.join()
  } catch {
    // Not one document, so not the envelope alone.
    return false
  }
}

/** A code of the tool's own says nothing about the exit; a standard one has to fit it. */
function agrees(code: string, exit: string): boolean {
  if (isErrorCode(code)) return ERROR_EXITS[code] === exit
  return !isFailureName(code) || code === exit
}
