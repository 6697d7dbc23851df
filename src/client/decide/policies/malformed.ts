import type { Outcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Escalates answers that break their contract in a way that the contract does not tolerate. */
export function decideMalformed({ outcome, knowledge }: DecisionInput): Ruling | undefined {
  const { malformed = false, problems = [] } = outcome.diagnostics ?? {}
  const grave = problems.filter((problem) => !isTolerable(problem))
  if (malformed && outcome.ok && outcome.data === null && outcome.meta.not_modified !== true) {
    return escalate(disownedError(outcome) === undefined ? 'NOTHING_TO_ACT_ON' : 'EXIT_ZERO')
  }
  if (malformed && (grave.length > 0 || problems.length === 0)) {
    return escalate(
      'MALFORMED',
      `The answer breaks its contract: ${grave.join('; ') || 'no reason given'}.`,
    )
  }
  if (knowledge.dialectChanged === true && outcome.ok) return escalate('DIALECT_CHANGED')
  // Dialects that fit a success agree on it; they differ only in what follows from a failure.
  if (!knowledge.certain && !outcome.ok) return escalate('DIALECT_UNCERTAIN')
  return undefined
}

/** Returns the error of an answer whose exit code says success: the contract ignores it, people need it. */
export function disownedError({
  ok,
  diagnostics,
}: Outcome): { readonly code: string; readonly message: string } | undefined {
  const { problems = [], other_documents: others = [] } = diagnostics ?? {}
  if (!ok || !problems.some((problem) => problem.startsWith('error_on_success:'))) return undefined
  const { code, message } = Object(others.at(-1)) as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}

/**
 * Problems that the contracts tell readers to tolerate: the exit code takes precedence over a wrong `ok`,
 * absent warnings count as none, unknown members are ignored, the last of several documents counts. With
 * any other problem the answer is not reliable.
 */
const TOLERABLE: ReadonlySet<string> = new Set([
  'ok_contradicts_exit',
  'exit_contradicts',
  'error_on_success',
  'error_contradicts_exit',
  'warnings_missing',
  'warnings_not_list',
  'warnings_invalid',
  'warning_not_text',
  'data_is_scalar',
  'duration_missing',
  'member_unknown',
  'error_member_unknown',
  'error_message_missing',
  'several_envelopes',
  'wrong_stream',
  'wait_without_retryable',
  'wait_of_other_generation',
  'redirect_ignored',
  'redirect_missing',
  'exit_outside_contract',
])

/** Tests whether an answer with this problem is still usable; a problem starts with its code. */
function isTolerable(problem: string): boolean {
  return TOLERABLE.has(problem.split(':', 1)[0] ?? '')
}
