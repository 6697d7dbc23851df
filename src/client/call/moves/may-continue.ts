import type { DeclaredCommand } from '../../decide/policy.ts'
import { flagValue, withoutFlag } from '../injected-flags.ts'
import { sameWords } from '../redirect/command-line.ts'
import { whyApprovalIsNeeded } from '../redirect/redirect-approval.ts'

/** What the permission to continue depends on. */
export interface ContinueFacts {
  /** The arguments of the call, without the words that start the tool. */
  readonly call: readonly string[]
  /** The arguments of the command that the tool names. */
  readonly next: readonly string[]
  readonly jobId: string
  readonly idempotencyFlag: string
  readonly isDeclaredSafe: boolean
  /** The manifest's entries of both. */
  readonly from: DeclaredCommand | undefined
  readonly to: DeclaredCommand | undefined
}

/**
 * Tests whether a tool may name this command to continue. The contract has two forms: the same call, and
 * `job wait`. Any other command must be listed in the manifest and do no more harm than the call.
 */
export function mayContinue(facts: ContinueFacts): boolean {
  const { next, jobId, isDeclaredSafe, from, to } = facts
  if (isSameCall(facts)) return true
  const why = whyApprovalIsNeeded({ elsewhere: false, isDeclaredSafe, from, to })
  if (sameWords(next, ['job', 'wait', jobId])) return to === undefined || why === undefined
  if (from === undefined || to === undefined) return false
  return why === undefined && to.danger !== 'destructive'
}

/** Tests whether a tool may name this command to cancel; a call that only reads cancels nothing. */
export function mayCancel({
  next,
  jobId,
  isDeclaredSafe,
  from,
  to,
}: Omit<ContinueFacts, 'call' | 'idempotencyFlag'>): boolean {
  if (!sameWords(next, ['job', 'cancel', jobId])) return false
  return whyApprovalIsNeeded({ elsewhere: false, isDeclaredSafe, from, to }) === undefined
}

/** The tool may add an idempotency key to the call, but not change one. */
function isSameCall({ call, next, idempotencyFlag: flag }: ContinueFacts): boolean {
  if (!sameWords(withoutFlag(call, flag), withoutFlag(next, flag))) return false
  const key = flagValue(call, flag)
  return key === undefined || key === flagValue(next, flag)
}
