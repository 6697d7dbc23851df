import { isFailureName } from '../../contract/index.ts'

/** Tests for half-done work by either of the names that a failure goes by. */
export function isPartial(exit: unknown, category: unknown): boolean {
  return exit === 'PARTIAL_FAILURE' || category === 'PARTIAL_FAILURE'
}

/**
 * Tests for a stowed claim that would have half-done work done once more: nobody may call it
 * retryable, or by the name of another failure.
 */
export function hidesHalfDone(pointer: string, value: unknown): boolean {
  if (pointer === '/error/retryable') return value === true
  if (pointer === '/error/recovery') return value === 'identical'
  if (pointer !== '/error/category' && pointer !== '/exit') return false
  return isFailureName(value) && value !== 'PARTIAL_FAILURE'
}
