import { fail, type JsonObject } from 'surety/unstable/contract'
import { CALL, step, type DecisionCase } from './decision-case.table.ts'

const group = 'Incomplete work'

const work = (more: JsonObject = {}): JsonObject => ({
  state: 'running',
  job_id: 'j1',
  progress: { done: 2 },
  continue_command: 'tool job wait j1',
  cancel_command: 'tool job cancel j1',
  ...more,
})

const incomplete = (data: JsonObject) =>
  fail({
    exit: 'INCOMPLETE',
    error: { code: 'INCOMPLETE', message: 'More.', retryable: false, category: 'GENERAL_ERROR' },
    data,
    process: { exit_code: 14, stream: 'stdout' },
  })

const continued = (done: number) => step('INCOMPLETE', 'continue_work', { done })

/** Exit 14 of contract 1.16: what is continued, and when it is given up. */
export const CONTINUE_CASES: readonly DecisionCase[] = [
  {
    group,
    situation: 'INCOMPLETE, a job of the same tool goes on',
    outcome: incomplete(work()),
    expected: { kind: 'continue_work', reason: 'INCOMPLETE' },
  },
  {
    group,
    situation: 'INCOMPLETE, the same call goes on from its checkpoint',
    outcome: incomplete(work({ state: 'paused', continue_command: CALL.argv.join(' ') })),
    steps: [continued(1)],
    expected: { kind: 'continue_work', reason: 'INCOMPLETE' },
  },
  {
    group,
    situation: 'the envelope of the spec alone, INCOMPLETE',
    outcome: incomplete(work()),
    knowledge: { undeclared: true },
    expected: { kind: 'escalate', reason: 'DIALECT_UNDECLARED' },
  },
  {
    group,
    situation: 'INCOMPLETE without the data that says how to continue',
    outcome: incomplete({ state: 'paused' }),
    expected: { kind: 'escalate', reason: 'MALFORMED' },
  },
  {
    group,
    situation: 'INCOMPLETE, another program would continue',
    outcome: incomplete(work({ continue_command: 'other job wait j1' })),
    expected: { kind: 'escalate', reason: 'CONTINUE_ELSEWHERE' },
  },
  {
    group,
    situation: 'INCOMPLETE, only a shell could continue',
    outcome: incomplete(work({ continue_command: 'tool job wait j1 && rm -rf ~' })),
    expected: { kind: 'escalate', reason: 'CONTINUE_UNREADABLE' },
  },
  {
    group,
    situation: 'INCOMPLETE, two continuations without progress',
    outcome: incomplete(work()),
    steps: [continued(2), continued(2)],
    expected: { kind: 'continue_work', reason: 'INCOMPLETE' },
  },
  {
    group,
    situation: 'INCOMPLETE, three continuations without progress (the work is cancelled first)',
    outcome: incomplete(work()),
    steps: [continued(3), continued(2), continued(3)],
    expected: { kind: 'escalate', reason: 'NO_PROGRESS' },
  },
  {
    group,
    situation: 'INCOMPLETE, at the limit of continuations',
    outcome: incomplete(work()),
    steps: [continued(1)],
    policy: { maxContinuations: 1 },
    expected: { kind: 'escalate', reason: 'CONTINUE_LIMIT' },
  },
]
