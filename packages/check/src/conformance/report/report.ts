import { seenIn } from './seen.ts'
import type { JsonObject } from 'surety/unstable/contract'
import { groupBy } from '@surety/internal/group-by.ts'

/**
 * The result of checking a tool. It is plain JSON with wire names, because it crosses processes: in the
 * envelope of `surety check`, in files, in pages. Every report writer takes this and nothing else.
 */
export interface Report {
  readonly schema_version: '1.0'
  /** What was asked of the tool: what every program should keep, or the contract of its answers. */
  readonly preset: Preset
  /** Who chose the preset; `tool` if it was found by looking at the tool. */
  readonly preset_source: 'option' | 'profile' | 'tool'
  readonly tool: ReportedTool
  /** Reads that did not end with 0, of which nothing is judged. */
  readonly failed_reads: readonly { readonly call: string; readonly says: string }[]
  readonly level: ReportedLevel
  /** `broken` counts errors alone; `not_run` the checks that were not chosen, with any of which no level is judged. */
  readonly summary: Readonly<
    Record<FindingStatus | 'known' | 'warnings' | 'notes' | 'left_out' | 'not_run', number>
  >
  /** One per check, in the order of the registry: by level, then by topic. */
  readonly findings: readonly Finding[]
  /** Checks that make no sense for this tool, and why. They count neither for nor against a level. */
  readonly left_out: readonly LeftOut[]
  /** What the framework of the tool would tell its author, as reads say it in debug mode. No level depends on it. */
  readonly advice?: readonly string[]
  /** Every process that was run; findings cite them by id. */
  readonly runs: readonly RunRecord[]
  readonly started_at: string
  readonly duration_ms: number
}

/** A set of checks: what every program should keep, or what tools of a dialect promise. */
export type Preset = 'any' | 'envelope'

/** What a broken check does: errors make red, warnings are shown, notes are shown to who asks. */
export type Severity = (typeof SEVERITIES)[number]
const SEVERITIES = ['error', 'warning', 'note'] as const

/** The three verdicts. A check that saw part of its evidence is `not_shown`, never `kept`. */
export const FINDING_STATUSES = ['broken', 'not_shown', 'kept'] as const
/** One of the three verdicts. */
export type FindingStatus = (typeof FINDING_STATUSES)[number]

/** The levels of conformance; each includes those below. */
export const LEVELS = [1, 2, 3] as const
/** A level of conformance. */
export type Level = (typeof LEVELS)[number]

/** The subjects that findings are grouped by, in order, each with a heading. */
export const TOPICS = {
  envelope: 'Answers',
  exits: 'Exit codes',
  streams: 'Streams and colour',
  input: 'Invalid input',
  waiting: 'Waiting and stdin',
  ending: 'Signals and pipes',
  discovery: 'Help and discovery',
  safety: 'Dangerous commands and secrets',
  stability: 'Stable answers',
  recovery: 'Recovery hints',
  paging: 'Pages and streams of items',
  cost: 'Cost',
} as const
/** The subject of a check. */
export type Topic = keyof typeof TOPICS

/** The tool that was checked. */
export interface ReportedTool {
  readonly name: string
  /** The words that start it. */
  readonly command: readonly string[]
  readonly version: string | null
  /** The dialect of its answers; null if none fits. */
  readonly dialect: string | null
  /** Who named the dialect. */
  readonly dialect_source: 'option' | 'profile' | 'manifest' | 'answers' | 'nobody'
  /** Where the probes came from, best first. */
  readonly described_by: readonly ('profile' | 'manifest' | 'schema' | 'help')[]
  /** The path of the profile that was used. */
  readonly profile: string | null
}

/** What was asked for and what is reached. */
export interface ReportedLevel {
  readonly asked: Level
  /** The highest level with nothing broken and everything shown, up to the one asked for; 0 for none. */
  readonly reached: 0 | Level
  /** Per level up to the one asked for, counting the levels below as well. */
  readonly levels: readonly {
    readonly level: Level
    readonly status: 'reached' | 'broken' | 'not_shown'
  }[]
}

/** What one check found. */
export interface Finding {
  /** The id of the check, in snake_case. */
  readonly check: string
  readonly title: string
  readonly topic: Topic
  readonly severity: Severity
  readonly level: Level
  /** Ids such as `REQ-F-004`. */
  readonly requirements: readonly string[]
  /** Numbers of the spec's catalogue of failure modes. */
  readonly failure_modes: readonly number[]
  readonly status: FindingStatus
  /** Set if it is broken and makes nothing red: accepted in the profile, or in the baseline. */
  readonly known?: { readonly by: 'accept' | 'baseline'; readonly reason: string | null }
  /** The version that brought the check, such as `1.2`; absent for those of the first. */
  readonly since?: string
  /** What was seen, in one sentence. */
  readonly summary: string
  /** What it takes to show it; null unless the status is `not_shown`. */
  readonly needs: string | null
  /** Why the promise matters to an agent. */
  readonly why: string
  /** How an author keeps it. */
  readonly fix: string
  /** The runs that break the promise; if it is kept, those that show it. */
  readonly evidence: readonly Evidence[]
  /** How many runs were looked at. */
  readonly runs_checked: number
  /** A shell command line that shows the first piece of evidence again. */
  readonly reproduce: string | null
}

/** One run, and what it says about the promise. */
export interface Evidence {
  /** The id of a run of the report. */
  readonly run: string
  readonly says: string
}

/** A check that was left out. */
export interface LeftOut {
  readonly check: string
  readonly title: string
  readonly level: Level
  readonly reason: string
}

/** One process: what it was given and what it left behind, byte for byte. */
export interface RunRecord {
  /** `r1`, `r2` ... in the order of their start. */
  readonly id: string
  /** The name of the probe. */
  readonly probe: string
  /** All words, the tool's own first. */
  readonly argv: readonly string[]
  /** A shell command line that runs the same again. */
  readonly command: string
  /** Variables that differ from the inherited ones; null for a removed one. */
  readonly env: Readonly<Record<string, string | null>>
  readonly cwd: string
  readonly stdin: 'closed' | 'silent' | 'text'
  /** What was written to stdin; null unless `stdin` is `text`. */
  readonly stdin_text: string | null
  /** How stdout was read. */
  readonly reader: 'whole' | 'slow' | 'leaves' | 'gone' | 'full' | 'held'
  /** The signal that was sent and when; null if none was. */
  readonly sent: { readonly signal: string; readonly after: string } | null
  /** Null if a signal ended it or it did not start. */
  readonly exit_code: number | null
  readonly ended_by: string | null
  /** Why it was stopped by the check. */
  readonly stopped: 'timeout' | 'flood' | 'aborted' | null
  /** The system error if it did not start. */
  readonly start_error: string | null
  readonly left_behind: boolean
  readonly duration_ms: number
  readonly stdout: RecordedBytes
  readonly stderr: RecordedBytes
}

/** The bytes of a stream. */
export interface RecordedBytes {
  /** As UTF-8; exact if `base64` is null. */
  readonly text: string
  /** The exact bytes, if they are not valid UTF-8. */
  readonly base64: string | null
  /** How many bytes were written; more than are kept if `cut`. */
  readonly bytes: number
  /** True when the start was dropped. */
  readonly cut: boolean
}

/** A broken promise: the first runs that break it, by the names of their probes, and how many do. */
export interface LeanFinding extends Omit<Finding, 'failure_modes' | 'needs' | 'runs_checked'> {
  readonly runs_broken: number
  /** What was found, with the end and the first lines of the call that shows it. */
  readonly got: string
}

/** A report with what is broken in full, and of the rest what to do about it and how much there is. */
export interface LeanReport extends Pick<
  Report,
  | 'schema_version'
  | 'preset'
  | 'preset_source'
  | 'tool'
  | 'failed_reads'
  | 'level'
  | 'summary'
  | 'advice'
  | 'duration_ms'
> {
  /** What is broken. */
  readonly findings: readonly LeanFinding[]
  /** What is not shown, by what would show it, the most useful thing to do first. */
  readonly not_shown: readonly {
    readonly needs: string
    readonly seen: readonly string[]
    readonly checks: readonly string[]
  }[]
  /** What makes no sense for this tool, by the reason. */
  readonly left_out: readonly { readonly reason: string; readonly checks: readonly string[] }[]
}

/** Puts promises that are not shown together by what would show them, the most useful thing to do first. */
export function byNeed(findings: readonly Finding[]) {
  const open = findings.filter(({ status }) => status === 'not_shown')
  return [...groupBy(open, ({ needs, summary }) => needs ?? summary)]
    .map(([needs, alike]) => {
      const ran = alike.filter(({ evidence }) => evidence.length > 0)
      /** What was seen of them; empty where nothing was run. */
      const seen = [...new Set(ran.map(({ summary }) => summary))]
      return { needs, findings: alike, seen }
    })
    .toSorted((a, b) => b.findings.length - a.findings.length)
}

/** Says what was found, and how the call ended that shows it. */
export function gotOf({ summary, evidence }: Finding, { preset, runs }: Report): string {
  const shown = preset === 'any' ? undefined : runs.find(({ id }) => id === evidence[0]?.run)
  return shown === undefined ? summary : `${summary.replace(/\.$/, '')}: ${seenIn(shown)}`
}

/** Counts what was found. */
export function summaryOf(
  findings: readonly Finding[],
  leftOut: number,
  notRun: number,
): Report['summary'] {
  const count = (status: FindingStatus, severity?: Severity) =>
    findings.filter(
      (each) =>
        each.status === status &&
        (severity ?? each.severity) === each.severity &&
        (status !== 'broken' || each.known === undefined),
    ).length
  return {
    known: findings.filter(({ known }) => known !== undefined).length,
    broken: count('broken', 'error'),
    warnings: count('broken', 'warning'),
    notes: count('broken', 'note'),
    not_shown: count('not_shown'),
    kept: count('kept'),
    left_out: leftOut,
    not_run: notRun,
  }
}

/** Computes the level that findings reach: nothing in it, or below, may be broken or not shown. */
export function levelReached(
  asked: Level,
  findings: readonly Pick<Finding, 'level' | 'status'>[],
  isWhole = true,
): ReportedLevel {
  const levels = LEVELS.filter((level) => level <= asked).map((level) => {
    const within = findings.filter((finding) => finding.level <= level)
    const has = (status: Finding['status']) => within.some((finding) => finding.status === status)
    // Without a single finding nothing was shown.
    const isShown = isWhole && within.length > 0 && !has('not_shown')
    const status = has('broken') ? 'broken' : isShown ? 'reached' : 'not_shown'
    return { level, status } as const
  })
  const reached = levels.findLast(({ status }) => status === 'reached')?.level ?? 0
  return { asked, reached, levels }
}

/** Counts the checks that came to a verdict. */
export function judgedIn({ broken, known, warnings, notes, kept }: Report['summary']): number {
  return broken + known + warnings + notes + kept
}

/** Says that only some checks were run; undefined if all were. */
export function partText({ summary }: Pick<Report, 'summary'>): string | undefined {
  const { not_run: notRun } = summary
  if (notRun === 0) return undefined
  const run = judgedIn(summary) + summary.not_shown + summary.left_out
  return `${run} of ${run + notRun} checks ${run === 1 ? 'was' : 'were'} run, so no level is judged`
}

/** Characters kept of each stream; the page and the files have all of it. */
const MAX_CHARACTERS = 2000

/** How many pieces of evidence a lean report has of each finding. */
const MAX_EVIDENCE = 4

/** Shortens a report to what somebody acts on: what is broken with its fix, and what would show the rest. */
export function toLean(report: Report, withNotes = false): LeanReport {
  const { runs: _runs, left_out: _leftOut, started_at: _startedAt, ...facts } = report
  const probes = new Map(report.runs.map(({ id, probe }) => [id, probe]))
  const broken = report.findings
    .filter(
      ({ status, severity, known }) =>
        status === 'broken' && known === undefined && (withNotes || severity !== 'note'),
    )
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  return {
    ...facts,
    findings: broken.map((whole) => {
      const { evidence, reproduce, ...finding } = whole
      const { failure_modes: _modes, needs: _needs, runs_checked: _runs, ...rest } = finding
      const first = evidence.slice(0, MAX_EVIDENCE)
      return {
        ...rest,
        evidence: first.map(({ run, says }) => ({ run: probes.get(run) ?? run, says: cut(says) })),
        runs_broken: evidence.length,
        got: cut(gotOf(whole, report)),
        reproduce: reproduce === null ? null : cut(reproduce),
      }
    }),
    not_shown: byNeed(report.findings).map(({ needs, seen, findings }) => ({
      needs,
      seen: seen.slice(0, 3),
      checks: findings.map(({ check }) => check),
    })),
    left_out: [...groupBy(report.left_out, ({ reason }) => reason)].map(([reason, alike]) => ({
      reason,
      checks: alike.map(({ check }) => check),
    })),
  }
}

/** Shortens a report for an envelope: an agent needs the findings and the runs that they cite. */
export function toData(report: Report): JsonObject {
  const findings = report.findings.map((finding) => ({
    ...finding,
    ...(finding.status === 'kept' && { evidence: [] }),
    reproduce: finding.reproduce === null ? null : cut(finding.reproduce),
  }))
  const cited = new Set(findings.flatMap(({ evidence }) => evidence.map(({ run }) => run)))
  const runs = report.runs.filter(({ id }) => cited.has(id)).map(shorten)
  return { ...report, findings, runs } as unknown as JsonObject
}

function shorten(run: RunRecord): RunRecord {
  return {
    ...run,
    argv: run.argv.map(cut),
    command: cut(run.command),
    stdin_text: run.stdin_text === null ? null : cut(run.stdin_text),
    stdout: shortenBytes(run.stdout),
    stderr: shortenBytes(run.stderr),
  }
}

/** Words of a call can be as long as an answer. */
function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}...`
}

function shortenBytes(bytes: RecordedBytes): RecordedBytes {
  if (bytes.text.length <= MAX_CHARACTERS) return bytes
  return { ...bytes, text: bytes.text.slice(-MAX_CHARACTERS), base64: null, cut: true }
}

/** Words that ask about a tool; their answers say nothing about its work. */
export const ABOUT: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V', '-v'])

/** Tests whether no call but those for help and the version gave an answer, so that nothing is known of the tool. */
export function showsNothing({ tool, runs }: Pick<Report, 'tool' | 'runs'>): boolean {
  if (tool.dialect_source === 'answers' || tool.dialect_source === 'manifest') return false
  const { command } = tool
  return !runs.some(({ argv, exit_code: exit }) => {
    const isItsOwn = command.every((word, index) => argv[index] === word)
    return exit === 0 && isItsOwn && !argv.slice(command.length).some((word) => ABOUT.has(word))
  })
}
