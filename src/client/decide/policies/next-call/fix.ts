import type { FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { parseCommandLine } from '../../../call/redirect/command-line.ts'
import { hadVerdict } from '../../history.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../../verdict.ts'

/** Makes a stated correction and repeats the call, once; never repeats unchanged arguments. */
export function decideFix({
  outcome,
  history,
  policy,
}: DecisionInput<FailureOutcome>): Ruling | undefined {
  const { error } = outcome
  if (error.recovery !== 'after_fix' && !CHANGE_FIRST.has(error.category)) return undefined
  if (hadVerdict(history, 'fix_and_reissue', error.code)) return escalate('FIX_FAILED')
  const fix = {
    kind: 'fix_and_reissue',
    reason: 'FIX_STATED',
    message: error.fix_required ?? VERDICT_REASONS.FIX_STATED,
  } as const
  const command = error.fix_command
  if (command !== undefined && policy.can.fix) {
    // Only the tool itself may correct its own call.
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
