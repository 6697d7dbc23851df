import { isFailureName } from '../../contract/index.ts'

/** Tests for a partial failure by exit and category. */
export function isPartial(exit: unknown, category: unknown): boolean {
  return exit === 'PARTIAL_FAILURE' || category === 'PARTIAL_FAILURE'
}

/**
 * Tests for a stowed member that would make a partial failure look retryable or like another failure,
 * so that callers would repeat it.
 */
export function hidesPartialFailure(pointer: string, value: unknown): boolean {
  if (pointer === '/error/retryable') return value === true
  if (pointer === '/error/recovery') return value === 'identical'
  if (pointer !== '/error/category' && pointer !== '/exit') return false
  return isFailureName(value) && value !== 'PARTIAL_FAILURE'
}
