import type { CustomExitCode } from '../../../contract/index.ts'
import { errorRow, type ErrorDeclarations } from './error-declarations.ts'

/** Finds the author's own exit codes among declared exits and the exits of declared errors. */
export function customExitsOf(
  exitCodes: object = {},
  errors: ErrorDeclarations = {},
): readonly CustomExitCode[] {
  const rows = Object.values(errors)
  return [...Object.values(exitCodes), ...rows.map((row) => errorRow(row).exit)].filter(
    isCustomExit,
  )
}

/** Tests whether a value is the result of `defineExitCode()`. */
export function isCustomExit(value: unknown): value is CustomExitCode {
  return typeof value === 'object' && value !== null && 'number' in value && 'side_effects' in value
}
