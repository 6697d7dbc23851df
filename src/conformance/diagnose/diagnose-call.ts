import { basename } from 'node:path'

import { decide, NO_KNOWLEDGE } from '../../client/index.ts'
import type { Outcome } from '../../contract/index.ts'
import { decode, detectRendered, loadDialect, type Dialect } from '../../dialects/index.ts'
import { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { DEFAULT_LIMITS, type Subject } from '../probing/subject.ts'
import { loadChecks } from '../registry.ts'
import type { Finding, RunRecord } from '../report/report.ts'
import { runChecks } from '../run-checks.ts'
import { OneRun } from './one-run.ts'
import { smallestFix, type Fix } from './smallest-fix.ts'

/** How a call is made that is to be explained. */
export interface DiagnoseOptions {
  /** The id of the dialect of the answer; found by looking if absent. */
  readonly dialect?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Default 10 000. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** One call, explained. */
export interface Diagnosis {
  readonly run: RunRecord
  readonly dialect: string | null
  /** `option`, `answers` if it was found by looking, `nobody`. */
  readonly dialect_source: 'option' | 'answers' | 'nobody'
  /** What an agent would conclude, and do next. */
  readonly conclusion: {
    readonly ok: boolean
    readonly exit: string
    readonly code: string | null
    readonly message: string
    readonly verdict: string
    readonly reason: string
    readonly explanation: string
  }
  /** The promises that this one run breaks, the most important first. */
  readonly broken: readonly Pick<Finding, 'check' | 'title' | 'level' | 'summary' | 'why' | 'fix'>[]
  readonly fix: Fix
}

/**
 * Makes one call, once, and explains it: what an agent would conclude, which promises the answer breaks, and
 * the smallest change that helps.
 *
 * @example
 * ```ts
 * import { diagnoseCall } from 'surety/conformance'
 *
 * const { broken, fix } = await diagnoseCall(['./deployer', 'volume', 'list'])
 * ```
 */
export async function diagnoseCall(
  argv: readonly string[],
  options: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const [program = '', ...words] = argv
  const probe = { name: 'the call', argv: words, kind: 'read' as const, command: null }
  const bare: Subject = {
    name: basename(program),
    command: [program],
    version: null,
    dialect: null,
    dialectSource: 'nobody',
    describedBy: [],
    profile: null,
    cwd: options.cwd ?? process.cwd(),
    env: {},
    machineArgs: [],
    timeoutMs: options.timeoutMs ?? 10_000,
    probes: [probe],
    commands: [],
    manifest: null,
    argumentOrder: null,
    absent: new Map(),
    secrets: [],
    limits: DEFAULT_LIMITS,
  }
  const probing = {
    inheritedEnv: options.env ?? process.env,
    concurrency: 1,
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const first = new Probing(bare, probing)
  const run = await first.run(probe)
  const dialect = await findDialect(run, options.dialect)
  const source =
    dialect === undefined ? 'nobody' : options.dialect === undefined ? 'answers' : 'option'
  const tool = new OneRun(
    { ...bare, dialect: dialect ?? null, dialectSource: source },
    probing,
    run,
    first,
  )
  const report = await runChecks(tool, await loadChecks(), { level: 3, now: () => new Date() })
  // A program that did not start has broken nothing.
  const hasStarted = run.end.startError === null
  const broken = report.findings.filter(({ status }) => hasStarted && status === 'broken')
  const outcome = dialect && (await decode(run.capture, { dialect })).outcome
  return {
    run: run.record,
    dialect: dialect?.id ?? null,
    dialect_source: source,
    conclusion: conclude(run, argv, outcome),
    broken: broken.map(({ check, title, level, summary, why, fix }) => ({
      check,
      title,
      level,
      summary,
      why,
      fix,
    })),
    fix: smallestFix(run, broken, outcome),
  }
}

async function findDialect(run: Run, given: string | undefined): Promise<Dialect | undefined> {
  if (given !== undefined) return loadDialect(given)
  const { candidates } = await detectRendered(run.capture)
  const [best] = candidates
  return best === undefined || best.confidence < CLEAR ? undefined : loadDialect(best.dialect)
}

/** Less than this is no more than a brace somewhere. */
const CLEAR = 0.5

function conclude(
  run: Run,
  argv: readonly string[],
  outcome: Outcome | undefined,
): Diagnosis['conclusion'] {
  const unended = withoutEnd(run)
  if (unended !== undefined) return unended
  if (outcome === undefined) {
    const ok = run.exitCode === 0
    return {
      ok,
      exit: ok ? 'SUCCESS' : 'GENERAL_ERROR',
      code: null,
      message: '',
      verdict: ok ? 'accept' : 'escalate',
      reason: ok ? 'DONE' : 'UNKNOWN_FAILURE',
      explanation: ok
        ? 'The exit code says success; the output is text that an agent can only pass on.'
        : 'The exit code says failure, and nothing says why or whether a retry can help.',
    }
  }
  const [program = ''] = argv
  const history = { program: [program], name: basename(program), argv, steps: [] }
  const verdict = decide(outcome, history, NO_KNOWLEDGE)
  return {
    ok: outcome.ok,
    exit: outcome.exit,
    code: outcome.ok ? null : outcome.error.code,
    message: outcome.ok ? '' : outcome.error.message,
    verdict: verdict.kind,
    reason: verdict.reason,
    explanation: verdict.message,
  }
}

/** The conclusion about a call that has no exit code. */
function withoutEnd({ end, record }: Run): Diagnosis['conclusion'] | undefined {
  const failure = { ok: false, code: null, message: '', verdict: 'escalate' }
  if (end.startError !== null) {
    const explanation = `The program did not start (${end.startError}), so nothing was done.`
    return { ...failure, exit: 'NOT_FOUND', reason: 'NOT_STARTED', explanation }
  }
  if (end.stopped === null) return undefined
  const what =
    end.stopped === 'timeout'
      ? `The call did not end within ${Math.round(record.duration_ms / 100) / 10} s`
      : 'The call was stopped'
  const explanation = `${what}. What it has done is unknown, and a retry may do it twice.`
  return { ...failure, exit: 'TIMEOUT', reason: 'NO_END', explanation }
}
