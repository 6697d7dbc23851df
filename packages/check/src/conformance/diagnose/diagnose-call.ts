import { basename } from 'node:path'

import { decide, NO_KNOWLEDGE } from '@surety/client/unstable/client'
import type { Outcome } from 'surety/unstable/contract'
import { decode, loadDialect } from 'surety/unstable/dialects'
import { withoutSecretsOf } from '@surety/internal/redact/redactor.ts'
import type { CheckOptions } from '../check-tool.ts'
import { dialectOfRuns } from '../discover/discover.ts'
import {
  Probing,
  type AnyProbe,
  type ProbingOptions,
  type Surroundings,
} from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { UNKNOWN_TOOL, type Subject } from '../probing/subject.ts'
import { CHECKS } from '../registry.ts'
import type { Finding, RunRecord } from '../report/report.ts'
import { runChecks } from '../run-checks.ts'

type DiagnoseOptions = Pick<CheckOptions, 'dialect' | 'cwd' | 'env' | 'timeoutMs' | 'signal'>

/** The promises of every generation: one call shows little of the others. */
const COMMON = CHECKS.filter(({ since }) => since === undefined)

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
 * import { diagnoseCall } from '@surety/check'
 *
 * const { broken, fix } = await diagnoseCall(['./deployer', 'volume', 'list'])
 * ```
 */
export async function diagnoseCall(
  argv: readonly string[],
  options: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const [program = '', ...words] = argv
  const probe = { name: 'the call', argv: words, kind: 'read' as const }
  const bare: Subject = {
    ...UNKNOWN_TOOL,
    name: basename(program),
    command: [program],
    cwd: options.cwd ?? process.cwd(),
    timeoutMs: options.timeoutMs ?? 10_000,
    probes: [probe],
  }
  const probing: ProbingOptions = {
    inheritedEnv: options.env ?? process.env,
    concurrency: 1,
    maxRuns: 1,
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const first = new Probing(bare, probing)
  const run = await first.run(probe)
  const dialect = await (options.dialect === undefined
    ? dialectOfRuns([run])
    : loadDialect(options.dialect))
  const source =
    dialect === undefined ? 'nobody' : options.dialect === undefined ? 'answers' : 'option'
  const tool = new OneRun(
    { ...bare, dialect: dialect ?? null, dialectSource: source },
    probing,
    run,
    first,
  )
  const report = await runChecks(tool, COMMON, { level: 3, now: () => new Date() })
  // A program that did not start has broken nothing.
  const hasStarted = run.end.startError === null
  const broken = report.findings.filter(({ status }) => hasStarted && status === 'broken')
  const outcome = dialect && (await decode(run.capture, { dialect })).outcome
  return withoutSecretsOf<Diagnosis>(probing.inheritedEnv, {
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
  })
}

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

/** Lets checks look at one run and start nothing else: the call may change something. */
class OneRun extends Probing {
  readonly #run: Run

  constructor(subject: Subject, options: ProbingOptions, run: Run, earlier: Probing) {
    super(subject, options, earlier)
    this.#run = run
  }

  override run(probe: AnyProbe, surroundings: Surroundings = {}): Promise<Run> {
    return this.#isSame(probe, surroundings)
      ? Promise.resolve(this.#run)
      : super.run(probe, surroundings)
  }

  /** Gives the one run if it is asked for, and leaves the others out: fewer runs can show less, never more. */
  override runAll(
    probes: readonly AnyProbe[],
    surroundings: Surroundings = {},
  ): Promise<readonly Run[]> {
    const isAsked = probes.some((probe) => this.#isSame(probe, surroundings))
    return Promise.resolve(isAsked ? [this.#run] : [])
  }

  #isSame(probe: AnyProbe, surroundings: Surroundings): boolean {
    const isPlain = Object.values(surroundings).every((value) => value === undefined)
    return isPlain && JSON.stringify(probe.argv) === JSON.stringify(this.subject.probes[0]?.argv)
  }
}

/** What helps, and who has to act: the author of the tool, the caller, or nobody. */
interface Fix {
  readonly by: 'author' | 'caller' | 'nobody'
  readonly text: string
}

/** Names the one change that helps most: at the tool if it breaks a promise, else at the call. */
function smallestFix(run: Run, broken: readonly Finding[], outcome: Outcome | undefined): Fix {
  const { startError, stopped } = run.end
  const unstarted = `Check the path and the permissions: the program did not start (${startError}).`
  if (startError !== null) return { by: 'caller', text: unstarted }
  const first =
    broken.find(({ check }) => stopped !== null && check.startsWith('no_hang')) ?? broken[0]
  if (first !== undefined) return { by: 'author', text: first.fix }
  if (stopped !== null)
    return { by: 'author', text: 'Bound every wait: the call did not end within the time limit.' }
  const needed = 'Print an error envelope: a code, a message, and whether a retry can help.'
  if (outcome === undefined && run.exitCode !== 0) return { by: 'author', text: needed }
  if (outcome === undefined)
    return { by: 'nobody', text: 'The call succeeded; there is no envelope to check.' }
  if (outcome.ok) return { by: 'nobody', text: 'Nothing is to be fixed.' }
  return { by: 'caller', text: callerFix(outcome.error) }
}

function callerFix(error: Extract<Outcome, { ok: false }>['error']): string {
  if (error.redirect != null) return `Run ${error.redirect.command} instead.`
  if (error.fix_command != null) return `Run ${error.fix_command} first.`
  if (error.suggestion != null && error.suggestion !== '') return error.suggestion
  if (error.retry_after_ms != null)
    return `Wait ${error.retry_after_ms} ms and make the same call again.`
  switch (error.recovery) {
    case 'identical':
      return 'Make the same call again later.'
    case 'after_fix':
      return `Correct the call: ${error.message}`
    case 'never':
      return 'The same call cannot succeed; change what it asks for.'
    case 'redirect':
    case 'unknown':
      return `The answer does not say whether a retry can help: ${error.message}`
  }
}
