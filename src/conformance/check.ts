import needs from './needs.json' with { type: 'json' }
import type { Probing } from './probing/probing.ts'
import type { Run } from './probing/run.ts'
import type { Feature } from './probing/subject.ts'
import type { Level, Topic } from './report/report.ts'

export interface Check {
  /** In snake_case; where the spec's own kit has the check, its id. */
  readonly id: string
  readonly title: string
  readonly level: Level
  readonly topic: Topic
  readonly requirements: readonly string[]
  readonly failureModes?: readonly number[]
  readonly why: string
  readonly fix: string
  /** The generation of the spec that has this promise; tools of others are not asked for it. */
  readonly since?: '1.16'
  /** Set if nothing else may run meanwhile: `first` before others change something, `last` to measure. */
  readonly alone?: 'first' | 'last'
  run(tool: Probing): Promise<CheckResult>
}

export interface Observation {
  readonly run: Run
  readonly says: string
}

/** What a check found; `left_out` if the tool has no such feature by its own declaration. */
export type CheckResult =
  | { readonly status: 'kept'; readonly summary: string; readonly runs: readonly Run[] }
  | {
      readonly status: 'broken'
      readonly summary: string
      readonly observations: readonly Observation[]
      readonly runs: readonly Run[]
    }
  | {
      readonly status: 'not_shown'
      readonly summary: string
      readonly needs: string
      readonly runs: readonly Run[]
    }
  | { readonly status: 'left_out'; readonly reason: string }

export function defineChecks(
  topic: Topic,
  checks: Readonly<Record<string, Omit<Check, 'id' | 'topic'>>>,
): readonly Check[] {
  return Object.entries(checks).map(([id, check]) => ({ id, topic, ...check }))
}

/** The promise held in these runs; without one it is not shown, whatever the check believes. */
export function kept(runs: readonly Run[], summary: string): CheckResult {
  if (runs.length > 0) return { status: 'kept', summary, runs }
  return notShown('No call is known that could show it.', NEEDS.read)
}

export function broken(
  observations: readonly Observation[],
  runs: readonly Run[] = observations.map(({ run }) => run),
  summary: string = observations[0]?.says ?? '',
): CheckResult {
  return { status: 'broken', summary, observations, runs }
}

export function notShown(summary: string, needs: string, runs: readonly Run[] = []): CheckResult {
  return { status: 'not_shown', summary, needs, runs }
}

export function leftOut(reason: string): CheckResult {
  return { status: 'left_out', reason }
}

export type FindProblem = (run: Run) => string | undefined | Promise<string | undefined>

export async function judge(
  runs: readonly Run[],
  problemOf: FindProblem,
  summary: string,
): Promise<CheckResult> {
  const observations: Observation[] = []
  for (const run of runs) {
    const says = await problemOf(run)
    if (says !== undefined) observations.push({ run, says })
  }
  return observations.length > 0 ? broken(observations, runs) : kept(runs, summary)
}

/** What it takes to show promises. Reports put those with the same words together, a line for each thing to do. */
export const NEEDS = needs

export function missing(
  tool: Probing,
  feature: Feature,
  summary: string,
  needs: string,
): CheckResult {
  const reason = tool.subject.absent.get(feature)
  return reason === undefined ? notShown(summary, needs) : leftOut(reason)
}
