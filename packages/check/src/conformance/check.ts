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
  /** The version that brought it, such as `1.2`; absent for those of the first. */
  readonly since?: string
  /** Only documents of the spec ask for it: for a tool of another dialect a break is a warning. */
  readonly isOfSpec?: true
  /** Set if nothing else may run meanwhile: `first` before others change something, `last` to measure. */
  readonly alone?: 'first' | 'last'
  run(tool: Probing): Promise<CheckResult>
}

export interface Observation extends Advised {
  readonly run: Run
}

/** What a run shows against a promise, and how this tool mends it, if that is not the advice of the check. */
interface Advised {
  readonly says: string
  readonly fix?: string
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

/** A check that looks at runs one by one. */
interface Judged {
  /** The runs to look at, or why there are none. */
  runs(tool: Probing): Promise<readonly Run[] | CheckResult>
  problemOf(run: Run, tool: Probing): Problem | Promise<Problem>
  /** What is said if no run has a problem. */
  readonly summary: string
}

type Declared = Omit<Check, 'id' | 'topic' | 'run'> & (Pick<Check, 'run'> | Judged)

export function defineChecks(
  topic: Topic,
  checks: Readonly<Record<string, Declared>>,
): readonly Check[] {
  return Object.entries(checks).map(([id, check]) => ({
    id,
    topic,
    ...check,
    run: (tool) => ('run' in check ? check.run(tool) : judgeRuns(tool, check)),
  }))
}

async function judgeRuns(tool: Probing, check: Judged): Promise<CheckResult> {
  const runs = await check.runs(tool)
  if ('status' in runs) return runs
  return judgeEnded(runs, (run) => check.problemOf(run, tool), check.summary)
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

/** What a run shows against a promise, in one sentence; anything else is no problem. */
export type Problem = string | Advised | false | null | undefined

export async function judge(
  runs: readonly Run[],
  problemOf: (run: Run) => Problem | Promise<Problem>,
  summary: string,
): Promise<CheckResult> {
  const observations: Observation[] = []
  for (const run of runs) {
    const problem = await problemOf(run)
    if (!problem) continue
    observations.push({ run, ...(typeof problem === 'string' ? { says: problem } : problem) })
  }
  return observations.length > 0 ? broken(observations, runs) : kept(runs, summary)
}

/** Judges runs; one that did not end by itself is no evidence, so that the promise is not shown. */
export async function judgeEnded(...given: Parameters<typeof judge>): Promise<CheckResult> {
  const result = await judge(...given)
  const unended = given[0].find(hasNoEnd)
  if (result.status !== 'kept' || unended === undefined) return result
  const why = unended.end.startError ?? unended.end.stopped
  return notShown(`'${unended.probe}' gave no answer to look at (${why}).`, NEEDS.ends, [unended])
}

export function hasNoEnd({ end }: Run): boolean {
  return end.stopped !== null || end.startError !== null
}

/** What it takes to show promises. Reports put those with the same words together, a line for each thing to do. */
export const NEEDS = needs

/** Says that no call has a feature; the tool may have declared that nothing in it has. */
export function missing(
  { subject }: Probing,
  feature: Feature & keyof typeof NEEDS,
  summary: string,
): CheckResult {
  const reason = subject.absent.get(feature)
  return reason === undefined ? notShown(summary, NEEDS[feature]) : leftOut(reason)
}
