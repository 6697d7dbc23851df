import {
  fail,
  succeed,
  type JsonValue,
  type Outcome,
  type OutcomeErrorInput,
  type OutcomeMeta,
} from 'surety/unstable/contract'
import type { History, HistoryStep, Knowledge } from './history.ts'
import type { DeclaredCommand, PolicyInput } from './policy.ts'
import type { Verdict } from './verdict.ts'

/** A situation and its verdict; the table in the docs is generated from these. */
export interface DecisionCase {
  readonly group: string
  readonly situation: string
  readonly outcome: Outcome
  readonly steps?: readonly HistoryStep[]
  readonly mismatches?: readonly string[]
  readonly knowledge?: Partial<Knowledge>
  readonly policy?: PolicyInput
  readonly expected: Pick<Verdict, 'kind' | 'reason'> & { readonly wait_ms?: number }
}

/** The call in all cases. */
export const CALL: History = {
  program: ['tool'],
  name: 'tool',
  argv: ['tool', 'users', 'add', '--name', 'alice'],
  steps: [],
}

/** The attempts of a case. */
export function historyOf({ steps = [], mismatches = [] }: DecisionCase): History {
  return { ...CALL, steps, mismatches }
}

/** Makes a success. */
export function ok(
  data: JsonValue,
  meta: OutcomeMeta = {},
  warnings: readonly string[] = [],
): Outcome {
  return succeed({ data, meta, warnings })
}

/** Makes an outcome with problems that a reader found. */
export function read(
  outcome: Outcome,
  problems: readonly string[],
  others: readonly JsonValue[] = [],
): Outcome {
  const diagnostics = { malformed: problems.length > 0, problems, other_documents: others }
  return { ...outcome, diagnostics, process: { exit_code: outcome.ok ? 0 : 1, stream: 'stdout' } }
}

/** Makes a failure. */
export function failed(
  exit: string,
  error: Partial<OutcomeErrorInput> = {},
  number?: number,
): Outcome {
  return fail({
    exit,
    error: { code: exit, message: 'It failed.', ...error },
    ...(number !== undefined && { process: { exit_code: number, stream: 'stdout' as const } }),
  })
}

/** Makes an earlier attempt. */
export function step(
  code: string | null,
  verdict: Verdict['kind'],
  more: Partial<HistoryStep> = {},
): HistoryStep {
  return { argv: CALL.argv, code, verdict, ...more }
}

/** Makes the part of an error that names a replacement. */
export function redirect(command: string, permanent = true): Partial<OutcomeErrorInput> {
  return { redirect: { command, permanent } }
}

/** Makes the knowledge of a command that a manifest lists. */
export function listed(
  danger: DeclaredCommand['danger'],
  ...exits: DeclaredCommand['exits']
): Partial<Knowledge> {
  return { command: { path: 'users.add', danger, exits, flags: [] } }
}

/** A caller with all abilities. */
export const yes = { refresh: true, fix: true, changeArguments: true, approveRedirect: true }
