import type { FailureOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { parseCommandLine } from '../../call/command-line.ts'
import { wasAnswered } from '../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'

/** Lets a stated correction be made and the call reissued, once; the same arguments never run again. */
export function decideFix({ outcome, history, policy }: Case<FailureOutcome>): Ruling | undefined {
  const { error } = outcome
  if (error.recovery !== 'after_fix' && !CHANGE_FIRST.has(error.category)) return undefined
  if (wasAnswered(history, 'fix_and_reissue', error.code)) return escalate('FIX_FAILED')
  const fix = {
    kind: 'fix_and_reissue',
    reason: 'FIX_STATED',
    message: error.fix_required ?? VERDICT_REASONS.FIX_STATED,
  } as const
  const command = error.fix_command
  if (command !== undefined && policy.can.fix) {
    // Only the tool itself may be run to mend its own call.
    const target = parseCommandLine(command, history)
    if (target !== undefined && !target.elsewhere) return { ...fix, command }
  }
  if (policy.can.changeArguments && CHANGEABLE.has(error.category)) return { ...fix, command: null }
  if (error.category === 'PAYMENT_REQUIRED') return escalate('PAYMENT_NEEDED', error.message)
  return escalate('FIX_NEEDED', error.fix_required ?? error.suggestion ?? error.message)
}

const CHANGE_FIRST: ReadonlySet<string> = new Set([
  'ARG_ERROR',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
])
const CHANGEABLE: ReadonlySet<string> = new Set([
  'ARG_ERROR',
  'PRECONDITION',
  'NOT_FOUND',
  'CONFLICT',
])
