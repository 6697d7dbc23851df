import { failed, listed, step, type DecisionCase } from './decision-case.table.ts'

const group = 'Commands that the manifest calls idempotent'
const { command } = listed(
  'mutating',
  { number: 1, name: 'GENERAL_ERROR', retryable: false, side_effects: 'partial' },
  { number: 3, name: 'PARTIAL_FAILURE', retryable: false, side_effects: 'partial' },
  { number: 4, name: 'PRECONDITION', retryable: false, side_effects: 'none' },
)
const knowledge = { command: { ...command!, idempotent: true } }

/** One rerun after a failure that may have changed something. */
export const RERUN_CASES: readonly DecisionCase[] = [
  {
    group,
    situation: 'PARTIAL_FAILURE, not retryable',
    outcome: failed('PARTIAL_FAILURE', { retryable: false }, 3),
    knowledge,
    expected: { kind: 'retry_after', reason: 'IDEMPOTENT', wait_ms: 0 },
  },
  {
    group,
    situation: 'the same error again',
    outcome: failed('PARTIAL_FAILURE', { retryable: false }, 3),
    steps: [step('PARTIAL_FAILURE', 'retry_after')],
    knowledge,
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group,
    situation: 'GENERAL_ERROR with `fix_required`',
    outcome: failed('GENERAL_ERROR', { retryable: false, fix_required: 'Free space.' }, 1),
    knowledge,
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
  {
    group,
    situation: 'PRECONDITION, which is listed without side effects',
    outcome: failed('PRECONDITION', { retryable: false }, 4),
    knowledge,
    expected: { kind: 'escalate', reason: 'NOT_RETRYABLE' },
  },
  {
    group,
    situation: 'the client stopped it after the time limit',
    outcome: failed('TIMEOUT', { retryable: null, synthesised: true }, 143),
    knowledge,
    expected: { kind: 'escalate', reason: 'IN_DOUBT' },
  },
]
