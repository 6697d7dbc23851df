import { withoutSecretsOf } from '@surety/internal/redact/redactor.ts'
import { dialectOfRuns } from '../discover/discover.ts'
import { namesManifest } from '@surety/client/unstable/client'
import {
  levelReached,
  summaryOf,
  type Finding,
  type LeftOut,
  type Level,
  type Report,
  type Severity,
} from '../report/report.ts'
import { seenIn } from '../report/seen.ts'
import { helpFacts } from './help-facts.ts'
import { languageOf } from './language.ts'
import { keyOf, Session, type Run, type SessionOptions } from './session.ts'
import { NO_FLAG, planCalls, type Declared } from './plan.ts'
import type { Known } from './calls.ts'
import { Missing, QUIET, RULES, type Asked, type RuleId } from './rules.ts'
import type { Sight } from './signs.ts'
import texts from './rules.json' with { type: 'json' }
import { placeInTrace } from './stack-trace.ts'

export interface AnyOptions extends Declared, Omit<SessionOptions, 'planned'> {
  readonly name: string
  readonly profile: string | null
  readonly only?: readonly string[]
  /** The checks of this level and below. */
  readonly level: Level
  readonly now: () => Date
  readonly chosenBy: Report['preset_source']
}

export const RULE_IDS = Object.keys(texts) as RuleId[]

const LEVELS: Readonly<Record<Severity, Level>> = { error: 1, warning: 2, note: 3 }

/** Checks what every program should keep. Undefined if the preset is open and the program speaks a dialect. */
export async function checkAny(
  options: AnyOptions,
  isSettled = options.chosenBy !== 'tool',
): Promise<Report | undefined> {
  const startedAt = options.now()
  const planned = new Set(planCalls(options).map(({ words }) => keyOf(words)))
  const session = new Session({ ...options, planned })
  try {
    return await examine(session, options, startedAt, isSettled)
  } finally {
    session.remove()
  }
}

async function examine(
  session: Session,
  options: AnyOptions,
  startedAt: Date,
  isSettled: boolean,
): Promise<Report | undefined> {
  const help = await session.run({ words: ['--help'] })
  const version = await session.run({ words: ['--version'] })
  let plain = await runReads(session, options)
  if (plain.length > 0 && plain.every((run) => run.exitCode !== 0) && help.startError === null) {
    // It may need the home of its user, where its settings or its runtime are.
    session.inherits = true
    const again = await runReads(session, options)
    if (again.some(({ exitCode }) => exitCode === 0)) plain = again
    else session.inherits = false
  }
  if (!isSettled && (await mayBeDialect([help, ...plain]))) return undefined
  const good = plain.filter(({ exitCode }) => exitCode === 0)
  const known: Known = {
    session,
    help,
    version,
    facts: helpFacts(help.out + help.err),
    language: languageOf(options.command, options.cwd, options.inherited['PATH'] ?? ''),
    reads: good.map(({ call }) => call.words),
    fails: options.fails,
    holds: options.holds,
  }
  const { only } = options
  const chosen = only ? RULE_IDS.filter((id) => only.includes(id)) : rulesOf(options.level)
  const found = new Map<RuleId, Found>()
  if (help.startError === null) {
    session.left = chosen.length
    const judge = async (id: RuleId) => {
      found.set(id, await judgeRule(id, known))
      session.left -= 1
    }
    await Promise.all(chosen.filter((id) => !QUIET.has(id)).map(judge))
    for (const id of chosen.filter((each) => QUIET.has(each))) await judge(id)
  }
  return toReport(known, options, { startedAt, found, chosen, plain })
}

function rulesOf(level: Level): readonly RuleId[] {
  return RULE_IDS.filter((id) => LEVELS[texts[id].level as Severity] <= level)
}

async function runReads(session: Session, { reads }: Declared): Promise<readonly Run[]> {
  const runs = []
  for (const words of reads) runs.push(await session.run({ words }))
  return runs
}

async function mayBeDialect(runs: readonly Run[]): Promise<boolean> {
  const [help] = runs
  if (help!.exitCode === 0 && (namesManifest(help!.out) || SCHEMA.test(help!.out))) return true
  const captures = runs.map(({ stdout, stderr, exitCode }) => ({
    capture: { stdout: stdout.bytes, stderr: stderr.bytes, exit_code: exitCode ?? 137 },
  }))
  return (await dialectOfRuns(captures)) !== undefined
}

const SCHEMA = /(?<![\w-])--schema\b/

type Found =
  | { readonly status: 'kept'; readonly runs: number }
  | { readonly status: 'broken'; readonly sights: readonly Sight[]; readonly runs: number }
  | {
      readonly status: 'not_shown'
      readonly summary: string
      readonly needs: string
      readonly sights: readonly Sight[]
    }
  | { readonly status: 'left_out'; readonly reason: string }

/** Only what was seen twice is a break. */
async function judgeRule(id: RuleId, known: Known): Promise<Found> {
  const open = (needs: string, summary = 'No call shows it.', sights: readonly Sight[] = []) =>
    ({ status: 'not_shown', summary, needs, sights }) as const
  try {
    const asked: Asked = RULES[id](known)
    if ('leftOut' in asked) return { status: 'left_out', reason: asked.leftOut }
    if ('needs' in asked) return open(asked.needs)
    const turns = asked.map(async (attempt) => {
      const first = await attempt(0)
      return first && { first, second: await attempt(1) }
    })
    const seen = (await Promise.all(turns)).filter((each) => each !== undefined)
    const twice = seen.flatMap(({ first, second }) => (second ? [first] : []))
    if (twice.length > 0) return { status: 'broken', sights: twice, runs: asked.length }
    const [once] = seen
    if (once === undefined) return { status: 'kept', runs: asked.length }
    const summary = `Seen in 1 of 2 runs: ${once.first.says}.`
    return open('A machine with nothing else to do.', summary, [once.first])
  } catch (error) {
    if (error instanceof Missing) return open(error.message)
    return open(`A version without this defect: ${String(error)}`, 'The check itself failed.')
  }
}

interface Judged {
  readonly startedAt: Date
  readonly found: ReadonlyMap<RuleId, Found>
  readonly chosen: readonly RuleId[]
  readonly plain: readonly Run[]
}

function toReport(
  known: Known,
  options: AnyOptions,
  { startedAt, found, chosen, plain }: Judged,
): Report {
  const findings: Finding[] = []
  const leftOut: LeftOut[] = []
  for (const id of chosen) {
    const result = found.get(id)
    if (result === undefined) continue
    if (result.status === 'left_out') {
      const { title, level } = texts[id]
      leftOut.push({ check: id, title, level: LEVELS[level as Severity], reason: result.reason })
    } else findings.push(toFinding(id, result, known))
  }
  const notRun = rulesOf(options.level).length - chosen.length
  const hint = hintOf(known, plain)
  const { command, inherited } = options
  const [version = null] =
    known.version.exitCode === 0 ? (/(?<!\d)\d+\.\d+[\w.+-]*/.exec(known.version.out) ?? []) : []
  return withoutSecretsOf<Report>(inherited, {
    schema_version: '1.0',
    preset: 'any',
    preset_source: options.chosenBy,
    tool: {
      name: options.name,
      command,
      version,
      dialect: null,
      dialect_source: 'nobody',
      described_by: known.facts.isHelp ? ['help'] : [],
      profile: options.profile,
    },
    failed_reads: plain
      .filter(({ exitCode }) => exitCode !== 0)
      .map((run) => ({ call: run.record.probe, says: endOf(run) })),
    level: levelReached(
      options.level,
      findings.filter(({ status }) => status !== 'not_shown'),
      options.only === undefined,
    ),
    summary: summaryOf(findings, leftOut.length, notRun),
    findings,
    left_out: leftOut,
    ...(hint && { advice: [hint] }),
    runs: known.session.runs.map(({ record }) => record),
    started_at: startedAt.toISOString(),
    duration_ms: options.now().getTime() - startedAt.getTime(),
  })
}

/** What one more declared call would add. */
function hintOf({ reads, fails }: Known, plain: readonly Run[]): string | undefined {
  if (plain.length === 0)
    return "Only --help and --version were run. One call that only reads (--read 'file.txt') adds closed pipes, unknown flags, full disks, signals and a bare place."
  return reads.length > 0 && fails.length === 0
    ? "A call that must fail (--fails 'no-such-file.txt') adds its exit and its message."
    : undefined
}

function toFinding(
  id: RuleId,
  found: Exclude<Found, { status: 'left_out' }>,
  known: Known,
): Finding {
  const { title, topic, level: severity, why, since }: RuleText = texts[id]
  const sights = found.status === 'kept' ? [] : found.sights
  const [first] = sights
  const isNote = sights.length > 0 && sights.every((sight) => sight.isNote)
  const level = isNote ? 'note' : (severity as Severity)
  return {
    check: id,
    title,
    topic: topic as Finding['topic'],
    severity: level,
    level: LEVELS[level],
    ...(since !== undefined && { since }),
    requirements: [],
    failure_modes: [],
    status: found.status,
    summary:
      found.status === 'broken'
        ? gotOf(first!)
        : found.status === 'kept'
          ? 'It held.'
          : found.summary,
    needs: found.status === 'not_shown' ? found.needs : null,
    why,
    fix: fixOf(id, known, first),
    evidence: sights.map((sight) => ({ run: sight.run.id, says: gotOf(sight) })),
    runs_checked: found.status === 'not_shown' ? 0 : found.runs,
    reproduce: first?.run.record.command ?? null,
  }
}

type RuleText = (typeof texts)[RuleId] & { since?: string }

function gotOf({ run, says }: Sight): string {
  return `${says}: ${endOf(run)}`
}

function endOf({ record, term }: Run): string {
  return seenIn(record, term?.isAlive === true)
}

function fixOf(id: RuleId, known: Known, sight: Sight | undefined): string {
  const fixes: Readonly<Record<string, string | undefined>> = texts[id].fix
  // A trace names the runtime behind a wrapper in sh.
  const [told] = /\b(?:Node|Python|Go|Rust|Perl)\b/.exec(sight?.says ?? '') ?? []
  const language = told?.toLowerCase() ?? known.language
  const fix = (language && fixes[language]) ?? fixes['any']!
  const place = sight && placeInTrace(sight.run.err)
  if (place !== undefined) return `${place} lets it through. ${fix}`
  const [written] = sight?.run.changes ?? []
  if (id === 'read_writes' && written !== undefined)
    return `Do not write ${written} in this call: print what was asked for, and keep caches in $XDG_CACHE_HOME or node_modules/.cache.`
  const flag = sight?.run.call.words.find((word) => word.endsWith(NO_FLAG))
  return id === 'unknown_flag' && flag
    ? `Answer ${flag} with "unknown option" and exit 2. ${fix}`
    : fix
}
