import { redactCommandText } from '@surety/internal/redact/secret-options.ts'
import { CallJudge, type JudgedCall } from './judge.ts'
import type { ReadFile } from './read-transcript.ts'
import type { Finding, ReplayReport, SessionReport } from './replay-report.ts'
import { PERMISSIONS } from './rules/permission.ts'
import { RULES } from './rules/registry.ts'
import type { Mark, RuleWorld, SessionRule } from './rules/rule.ts'
import { Secrets } from './secrets.ts'
import { Tally } from './tally.ts'
import type { ReplayCall, TranscriptReader } from './transcript.ts'

export interface ReplayOptions {
  /** The reader of all files; found for each by looking if absent. */
  readonly as?: TranscriptReader | undefined
  readonly since?: Date | undefined
  /** Only calls of this program. */
  readonly program?: string | undefined
  /** Whether calls are kept for a page. */
  readonly keepsRows?: boolean
  /** Whose secret variables are redacted. */
  readonly env: NodeJS.ProcessEnv
  readonly isRunUnasked: RuleWorld['isRunUnasked']
  readonly onProgress?: (read: ReplayProgress) => void
  readonly signal?: AbortSignal
}

export interface ReplayProgress {
  readonly files: number
  readonly bytes: number
  readonly calls: number
}

/** A file that is being read. */
interface SourceFile {
  readonly path: string
  readonly client: string
  /** When it was last changed, for calls without a time. */
  readonly changed: string
}

/** A session that is being read: its rules, and what is told of it. */
interface OpenSession {
  readonly rules: readonly (readonly [id: string, rule: SessionRule])[]
  readonly report: SessionReport
}

type Marks = readonly (Mark & { readonly rule: string })[]

/** Bounds of what is held, whatever is read. */
const MAX_FINDINGS = 5000
const MAX_SESSIONS = 5000
const MAX_OPEN = 64
const MAX_ROWS = 20_000
const MAX_FILES = 100
const MAX_COMMAND = 400
const MAX_NAME = 60
const MAX_SHOWN = 1200

/** Collects what rules say of calls. Whatever leaves it has its secrets redacted. */
export class Collector {
  readonly #options: ReplayOptions
  readonly #judge = new CallJudge()
  readonly #world: RuleWorld
  readonly #open = new Map<string, OpenSession>()
  /** Sessions that were told of, by file and name, and how many have a name. */
  readonly #told = new Map<string, SessionReport>()
  readonly #names = new Map<string, number>()
  readonly #sessions: SessionReport[] = []
  readonly #findings: Finding[] = []
  readonly #found = new Map<string, number>()
  readonly #tallies = {
    client: new Tally(),
    permission: new Tally(),
    undescribed: new Tally(),
    asking: new Tally(),
  }
  readonly #skipped: { readonly file: string; readonly why: string }[] = []
  readonly #cut: string[] = []
  readonly #sum = {
    files: 0,
    bytes: 0,
    sessions: 0,
    calls: 0,
    damaged: 0,
    more: 0,
    characters: 0,
    saved: 0,
    skipped: 0,
    rows: 0,
  }
  #from: string | null = null
  #to: string | null = null

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#world = { isRunUnasked: options.isRunUnasked, secrets: new Secrets(options.env) }
  }

  /** Notes that a file of a folder was passed over. */
  skip(path: string, why: string): void {
    this.#sum.skipped += 1
    if (this.#skipped.length < MAX_FILES)
      this.#skipped.push({ file: this.#world.secrets.redact(path), why })
  }

  /** Notes that another tool may have changed files. */
  changed(file: SourceFile, session: string): void {
    for (const [, rule] of this.#sessionOf(file, session).rules) rule.changed?.()
  }

  progress(bytes: number): ReplayProgress {
    return { files: this.#sum.files, bytes: this.#sum.bytes + bytes, calls: this.#sum.calls }
  }

  async add(file: SourceFile, call: ReplayCall): Promise<void> {
    const { since, program } = this.#options
    const time = call.time ?? file.changed
    if (since !== undefined && time < since.toISOString()) return
    const judged = await this.#judge.judge(call)
    const isWanted =
      program === undefined || judged.parts.some(({ words }) => nameOf(words) === program)
    const { rules, report } = this.#sessionOf(file, call.session)
    const marks = rules.flatMap(([rule, { judge }]) =>
      judge(judged).map((mark) => ({ ...mark, rule })),
    )
    if (!isWanted) return
    if (report.calls === 0) this.#sum.sessions += 1
    report.calls += 1
    this.#count(file, judged, marks)
    const own = call.time ?? null
    if (own !== null) {
      if (this.#from === null || own < this.#from) this.#from = own
      if (this.#to === null || own > this.#to) this.#to = own
      report.from ??= own
      report.to = own
    }
    this.#tell(report, judged, marks)
  }

  #count({ client }: SourceFile, { call, main, parts }: JudgedCall, marks: Marks): void {
    this.#sum.calls += 1
    this.#sum.characters += call.length
    this.#tallies.client.add(client)
    for (const { rule, key, saved = 0 } of marks) {
      this.#sum.saved += saved
      if (rule === 'undescribed' && key !== undefined)
        this.#tallies.undescribed.add(this.#name(key))
      if (rule !== 'permission' || key === undefined) continue
      this.#tallies.permission.add(key)
      const words = (main ?? parts.find(({ words: own }) => nameOf(own) !== 'cd'))?.words
      if (key === 'asks') this.#tallies.asking.add(this.#name(nameOf(words) ?? '(a script)'))
    }
  }

  /** The name of a program may be any text that somebody typed. */
  #name(program: string): string {
    return this.#world.secrets.redact(program).slice(0, MAX_NAME)
  }

  /** Adds what rules say of a call to the findings, to its session and to the page. */
  #tell(report: SessionReport, { call }: JudgedCall, marks: Marks): void {
    const said = marks.flatMap(({ rule, says }) =>
      says === undefined ? [] : { rule, says: this.#world.secrets.redact(says) },
    )
    const { keepsRows = false } = this.#options
    if (said.length === 0 && !keepsRows) return
    const command = this.#commandText(call.command)
    const [number, time] = [report.calls, call.time ?? null]
    for (const { rule, says } of said) {
      report.found[rule] = (report.found[rule] ?? 0) + 1
      this.#found.set(rule, (this.#found.get(rule) ?? 0) + 1)
      const finding = { rule, session: report.session, call: number, time, command, says }
      if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding)
      else this.#sum.more += 1
    }
    if (report.rows === undefined) return
    if (this.#sum.rows >= MAX_ROWS) {
      report.left = (report.left ?? 0) + 1
      return
    }
    this.#sum.rows += 1
    const output =
      said.length === 0 ? {} : { output: ends(this.#world.secrets.redact(call.output)) }
    const exit = call.exit ?? null
    report.rows.push({ number, time, command, exit, printed: call.length, ...output, marks: said })
  }

  #commandText(command: string): string {
    const text = this.#world.secrets.redact(redactCommandText(command)).trim()
    return text.length <= MAX_COMMAND ? text : `${text.slice(0, MAX_COMMAND - 1)}…`
  }

  /** Opens a session; of one that is not heard of for long, rules start anew. */
  #sessionOf(file: SourceFile, session: string): OpenSession {
    const key = `${file.path}\0${session}`
    const known = this.#open.get(key)
    if (known !== undefined) return known
    if (this.#open.size >= MAX_OPEN) this.#open.delete(this.#open.keys().next().value as string)
    const opened = {
      report: this.#told.get(key) ?? this.#newSession(file, session, key),
      rules: RULES.map(({ id, start }) => [id, start(this.#world)] as const),
    }
    this.#open.set(key, opened)
    return opened
  }

  #newSession({ path, client }: SourceFile, session: string, key: string): SessionReport {
    const { secrets } = this.#world
    const name = secrets.redact(session.slice(0, 200))
    const isTold = this.#sessions.length < MAX_SESSIONS
    // Files of one session, and logs that are all called the same.
    const count = (this.#names.get(name) ?? 0) + 1
    const report: SessionReport = {
      session: count === 1 ? name : `${name} (${count})`,
      file: secrets.redact(path),
      client,
      from: null,
      to: null,
      calls: 0,
      found: {},
      ...(this.#options.keepsRows && isTold && { rows: [] }),
    }
    if (!isTold) return report
    this.#names.set(name, count)
    this.#sessions.push(report)
    this.#told.set(key, report)
    return report
  }

  endFile(path: string, { bytes, damaged, isCut }: ReadFile): void {
    this.#sum.files += 1
    this.#sum.bytes += bytes
    this.#sum.damaged += damaged
    if (isCut && this.#cut.length < MAX_FILES) this.#cut.push(this.#world.secrets.redact(path))
    // The next file begins other sessions, or goes on with one in its own way.
    this.#open.clear()
  }

  report(): ReplayReport {
    const { files, bytes, sessions, calls, damaged, more, characters, saved, skipped } = this.#sum
    const { client, permission, undescribed, asking } = this.#tallies
    const keys = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]
    return this.#world.secrets.redactAll({
      files,
      bytes,
      sessions,
      calls,
      damaged,
      cut: this.#cut,
      from: this.#from,
      to: this.#to,
      clients: Object.fromEntries(client.list().map((each) => [each.name, each.calls])),
      found: Object.fromEntries(
        RULES.flatMap(({ id, isCounted }) => (isCounted ? [] : [[id, this.#found.get(id) ?? 0]])),
      ),
      output: { characters, could_go: saved },
      permission: Object.fromEntries(keys.map((key) => [key, permission.get(key)])) as Record<
        keyof typeof PERMISSIONS,
        number
      >,
      undescribed: undescribed.list(),
      asking: asking.list(),
      skipped: this.#skipped,
      skipped_files: skipped,
      by_session: this.#sessions.filter((each) => each.calls > 0),
      findings: this.#findings,
      more,
    })
  }
}

function nameOf(words: readonly string[] | undefined): string | undefined {
  const [program] = words ?? []
  return program?.slice(program.lastIndexOf('/') + 1)
}

/** Shows the start and the end of a long text. */
function ends(text: string): string {
  const half = MAX_SHOWN / 2
  if (text.length <= MAX_SHOWN) return text
  const left = text.length - MAX_SHOWN
  return `${text.slice(0, half)}\n[… ${left} characters …]\n${text.slice(-half)}`
}
