import { withoutSecretsOf } from '@surety/internal/redact/redactor.ts'
import { NEEDS, notShown, type Check, type CheckResult, type Observation } from './check.ts'
import { debugReads } from './checks/safety.ts'
import type { Probing } from './probing/probing.ts'
import {
  levelReached,
  summaryOf,
  type Finding,
  type LeftOut,
  type Level,
  type Report,
} from './report/report.ts'

interface RunOptions {
  readonly chosenBy: Report['preset_source']
  readonly level: Level
  readonly now: () => Date
  readonly startedAt?: Date
  readonly notRun?: number
}

export async function runChecks(
  tool: Probing,
  checks: readonly Check[],
  { level, now, startedAt = now(), notRun = 0, chosenBy }: RunOptions,
): Promise<Report> {
  const asked = checks.filter((check) => check.level <= level)
  const results = new Map<Check, CheckResult>()
  const run = async (check: Check) => void results.set(check, await perform(check, tool))
  const turn = (alone: Check['alone']) => asked.filter((check) => check.alone === alone)
  for (const check of turn('first')) await run(check)
  await Promise.all(turn(undefined).map(run))
  for (const check of turn('last')) await run(check)
  const findings: Finding[] = []
  const leftOut: LeftOut[] = []
  for (const check of asked) {
    const result = results.get(check)!
    const { id, title, level: of } = check
    if (result.status !== 'left_out') findings.push(toFinding(check, result, tool))
    else leftOut.push({ check: id, title, level: of, reason: result.reason })
  }
  const advice = notRun === 0 ? await adviceFor(tool) : []
  const { subject } = tool
  // A tool that prints its environment must not put it into the report, which is kept and shown.
  return withoutSecretsOf<Report>(tool.inheritedEnv, {
    schema_version: '1.0',
    preset: 'envelope',
    preset_source: chosenBy,
    failed_reads: [],
    tool: {
      name: subject.name,
      command: subject.command,
      version: subject.version,
      dialect: subject.dialect?.id ?? null,
      dialect_source: subject.dialectSource,
      described_by: subject.describedBy,
      profile: subject.profile,
    },
    level: levelReached(
      level,
      findings.filter((finding) => countsFor(finding, tool)),
      notRun === 0,
    ),
    summary: summaryOf(findings, leftOut.length, notRun),
    findings,
    left_out: leftOut,
    ...(advice.length > 0 && { advice }),
    runs: tool.runs.map(({ record }) => record),
    started_at: startedAt.toISOString(),
    duration_ms: now().getTime() - startedAt.getTime(),
  })
}

/** What tools of the framework tell their author. */
async function adviceFor(tool: Probing): Promise<readonly string[]> {
  if (!tool.subject.describedBy.includes('manifest')) return []
  const runs = await debugReads(tool)
  const said = runs.flatMap(({ stderr }) => [...stderr.matchAll(/\bAdvice: ([^"\n]+)/g)])
  return [...new Set(said.map(([, advice = '']) => advice.trim()))]
}

/** Tests whether a finding decides about a level: nobody can show of a foreign tool what needs its manifest or a profile. */
function countsFor({ status, severity, needs }: Finding, { subject }: Probing): boolean {
  if (status === 'broken') return severity === 'error'
  if (status === 'kept' || subject.profile !== null || subject.manifest !== null) return true
  return [NEEDS.read, NEEDS.readThatSucceeds, NEEDS.dialect, NEEDS.ends].includes(needs ?? '')
}

/** A check that fails itself has shown nothing about the tool. */
async function perform(check: Check, tool: Probing): Promise<CheckResult> {
  try {
    return await check.run(tool)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const needs = `A version of surety without this defect: ${message}`
    return notShown('The check itself failed.', needs)
  }
}

function toFinding(
  check: Check,
  result: Exclude<CheckResult, { status: 'left_out' }>,
  { subject: { dialect } }: Probing,
): Finding {
  const isForeign = dialect !== null && dialect.generation === undefined
  const observations: readonly Observation[] =
    result.status === 'broken'
      ? result.observations
      : result.runs.map((run) => ({ run, says: result.summary }))
  return {
    check: check.id,
    title: check.title,
    topic: check.topic,
    severity: check.isOfSpec === true && isForeign ? 'warning' : 'error',
    level: check.level,
    ...(check.since !== undefined && { since: check.since }),
    requirements: check.requirements,
    failure_modes: check.failureModes ?? [],
    status: result.status,
    summary: result.summary,
    needs: result.status === 'not_shown' ? result.needs : null,
    why: check.why,
    fix: observations[0]?.fix ?? check.fix,
    evidence: observations.map(({ run, says }) => ({ run: run.id, says })),
    runs_checked: new Set(result.runs).size,
    reproduce: observations[0]?.run.record.command ?? null,
  }
}
