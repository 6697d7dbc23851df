import { quoteWords } from '@surety/internal/quote-words.ts'
import { endsOf } from './line-ends.ts'
import {
  callFor,
  complains,
  complaintIn,
  isClosed,
  isIn,
  isRetryable,
  looksFailed,
  meaningOf,
  nameOf,
  proofIn,
  type Said,
} from './line-rules.ts'
import type { Part } from './line-tree.ts'
import { MAX_RECORDS, observe } from './observe-line.ts'
import type { PartEnd } from './part-end.ts'
import { parseLine } from './parse-line.ts'
import { readStatuses, type PipelineStatus } from './statuses.ts'

/** A line of a shell that has ended. */
export interface EndedLine {
  readonly line: string
  /** Undefined where nobody knows it. */
  readonly exit: number | undefined
  /** What `observe` had bash write, or how the parts of the last pipeline ended (`PIPESTATUS`). */
  readonly statuses?: string | readonly PipelineStatus[] | readonly number[] | undefined
  readonly stdout?: string | undefined
  readonly stderr?: string | undefined
  /** Both streams in one text, where they are not known apart. */
  readonly output?: string | undefined
}

/** Whether a line did what it was typed for. */
export interface JudgedLine {
  /** Null where nobody can know. */
  readonly ok: boolean | null
  /** Whether it failed without saying so by its exit. */
  readonly hidden: boolean
  /** The part that failed, as it was typed. */
  readonly part: string | null
  readonly code: string | null
  /** What the program said about it. */
  readonly message: string | null
  /** Whether the same line may do better later; null where nobody can know. */
  readonly retryable: boolean | null
  /** Whether the line changed something; null where nobody can know. */
  readonly changed: boolean | null
  /** One sentence for a model, where the exit alone would mislead it. */
  readonly note: string | null
}

/**
 * Judges a line of bash that has ended: pure, without a process or a file. What cannot be known is null.
 *
 * @example
 * ```ts
 * import { judgeLine } from '@surety/client'
 *
 * judgeLine({ line: 'npm test | tail -5', exit: 0, statuses: [1, 0] }).ok // false
 * ```
 */
export function judgeLine(ended: EndedLine): JudgedLine {
  return judgeParts(ended).judged
}

/** A part of a line that did not end with 0. */
export interface FailedPart {
  readonly command: string
  readonly exit_code: number
}

/** Judges a line, and gives the failure that a description knows and the parts that did not end with 0. */
export function judgeParts(ended: EndedLine) {
  const { line: text, exit } = ended
  const line = parseLine(text)
  if ('why' in line) {
    const judged = exit === undefined || exit === 0 ? UNKNOWN : plainFailure(exit)
    return { judged, failure: undefined, parts: [] }
  }
  const statuses = statusesOf(ended, line.statements.at(-1)?.pipelines.at(-1)?.pos)
  const ends = endsOf(line, text, exit, statuses)
  const parts = ends.flatMap(({ part, words, exit: own }): FailedPart[] =>
    typeof own === 'number' && own !== 0 && ends.length > 1
      ? [{ command: shortPart(part, words), exit_code: own }]
      : [],
  )
  return { ...new Judge(ends, exit, saidBy(ended), statuses).judge(), parts }
}

const UNKNOWN: JudgedLine = {
  ok: null,
  hidden: false,
  part: null,
  code: null,
  message: null,
  retryable: null,
  changed: null,
  note: null,
}

function plainFailure(exit: number): JudgedLine {
  return { ...UNKNOWN, ok: false, code: codeOf(exit) }
}

function statusesOf({ line, statuses }: EndedLine, at = 0): readonly PipelineStatus[] | undefined {
  if (statuses === undefined) return undefined
  // Nothing was told of a line that nobody could watch.
  if (statuses === '' && observe(line, { to: 1 }).why !== undefined) return undefined
  if (typeof statuses === 'string') return readStatuses(statuses)
  const isPlain = (all: typeof statuses): all is readonly number[] => typeof all[0] === 'number'
  return isPlain(statuses) ? [{ at, status: statuses.at(-1)!, exits: statuses }] : statuses
}

function saidBy({ stdout = '', stderr = '', output }: EndedLine): Said {
  return output === undefined
    ? { stdout, stderr, isShared: false }
    : { stdout: output, stderr: output, isShared: true }
}

/** The exits that the shell gives by itself. */
function codeOf(exit: number): string {
  if (exit === 127) return 'PROGRAM_NOT_FOUND'
  if (exit === 126) return 'PROGRAM_NOT_EXECUTABLE'
  if (exit === 124) return 'TIMEOUT'
  return exit > 128 && exit < 160 ? 'KILLED' : 'COMMAND_FAILED'
}

/** Ends by a signal that somebody sent. */
const STOPPED = new Set([129, 130, 137, 143])

interface Judged {
  readonly judged: JudgedLine
  readonly failure?: ReturnType<typeof meaningOf>['failure']
}

class Judge {
  readonly #ends: readonly PartEnd[]
  readonly #exit: number | undefined
  readonly #said: Said
  readonly #output: string
  readonly #isTold: boolean
  readonly #isOver: boolean
  readonly #kills: boolean

  constructor(
    ends: readonly PartEnd[],
    exit: number | undefined,
    said: Said,
    statuses: readonly PipelineStatus[] | undefined,
  ) {
    this.#ends = ends
    this.#exit = exit
    this.#said = { ...said, isShared: said.isShared || ends.length > 1 }
    this.#output = said.isShared ? said.stdout : `${said.stderr}\n${said.stdout}`
    this.#isTold = statuses !== undefined
    this.#isOver = (statuses?.length ?? 0) > MAX_RECORDS - 10
    this.#kills = ends.some(({ words }) => /^(?:kill|pkill|killall)$/.test(nameOf(words)))
  }

  judge(): Judged {
    const first = this.#ends.find((end) => this.#isHidden(end))
    const deciding = this.#exit ? this.#deciding() : undefined
    // Nobody knows whether an end that `!` turned around was hoped for.
    const mayAnswer = (end: PartEnd) =>
      end.isNegated || (end.fate === 'exit' && end.exit === undefined && this.#isAnswer(end))
    const isTurned = deciding?.isNegated || (!this.#isTold && this.#ends.some(mayAnswer))
    if (this.#exit && isTurned) return { judged: { ...UNKNOWN, changed: this.#changed() } }
    if (this.#exit && !this.#isAnswer(deciding)) {
      // `X | grep P` ends as grep does, whatever became of X.
      return this.#failed(deciding, false)
    }
    if (first !== undefined) return this.#failed(first, true)
    const proved = this.#proved()
    if (proved !== undefined) return this.#failed(proved, true)
    const ok = this.#exit === undefined || this.#mayHide() ? null : true
    return { judged: { ...UNKNOWN, ok, changed: this.#changed() } }
  }

  /** The end that is that of the line. */
  #deciding(): PartEnd | undefined {
    const seen = this.#ends.filter(({ fate, isNegated }) => fate === 'exit' || isNegated)
    const found =
      seen.findLast(({ exit }) => exit === this.#exit) ??
      seen.findLast(({ exit, isNegated }) => exit === undefined || isNegated)
    const isWait = found !== undefined && nameOf(found.words) === 'wait'
    return isWait ? (this.#ends.find(({ exit }) => exit === this.#exit && true) ?? found) : found
  }

  /** Whether an exit that is not 0 is an answer. */
  #isAnswer(end: PartEnd | undefined): boolean {
    if (end === undefined) return false
    const { part } = end
    if (part.kind === 'other') return part.type === 'test'
    const exit = this.#exit!
    return this.#meaning(end, exit).isAnswer || this.#isStopped(exit)
  }

  #meaning(end: PartEnd, exit: number) {
    const { typed, meant } = end
    // `find` hands on how its programs ended, unless it complains itself.
    const at = meant[0] === 'find' && meant.at(-1) === '+' ? meant.indexOf('-exec') : -1
    const executed = at === -1 || /^find: /m.test(this.#output) ? meant : meant.slice(at + 1, -1)
    return meaningOf(isTimeout(end) ? typed : executed, ownExit(end, exit), this.#said)
  }

  #isStopped(exit: number): boolean {
    return this.#kills && STOPPED.has(exit)
  }

  /** Whether a part is known to have failed, and nothing in the line looks at that. */
  #isHidden(end: PartEnd): boolean {
    const { exit, fate, words, isSilent, isAlone, next } = end
    if (typeof exit !== 'number' || exit === 0) return false
    // The last of its pipeline ends the line.
    if (fate === 'exit' && this.#exit !== 0) return false
    if (fate === 'heeded' || fate === 'forgiven' || isSilent) return false
    if (next !== undefined && isClosed(words, exit, next, this.#said)) return false
    if (end.part.kind === 'other' && end.part.type === 'test') return false
    if (isAlone && isIn('tolerated', nameOf(words))) return false
    return !this.#meaning(end, exit).isAnswer && !this.#isStopped(exit) && !isBrief(end)
  }

  /** Finds a part whose failure is proved by what was printed: of one that nobody told about, or that ran elsewhere. */
  #proved(): PartEnd | undefined {
    if (this.#output.trim() === '') return undefined
    const isOwn = !this.#showsFiles()
    return this.#ends.find((end) => {
      const { exit, fate, isSilent, isRemote, words, next, isGuarded } = end
      const isUnknown = exit === undefined ? !this.#isTold : (isRemote && end.hides) || isCut(end)
      if (!isUnknown || fate === 'heeded' || fate === 'forgiven' || isSilent) return false
      if (exit === undefined && fate === 'exit' && next === undefined && this.#exit === 0)
        return false
      if (isGuarded || isIn('tolerated', nameOf(words))) return false
      if (next !== undefined && isClosed(words, 1, next, this.#said)) return false
      if (complaintIn(words, this.#output) !== undefined) return true
      return isOwn && proofIn(words, this.#output) !== undefined
    })
  }

  /** Whether a part shows what stands somewhere: that may be words about a failure of another day. */
  #showsFiles(): boolean {
    const written = this.#ends.flatMap(({ part }) =>
      part.redirects.flatMap(({ text }) => />+\s*(\S+)$/.exec(text)?.[1] ?? []),
    )
    return this.#ends.some(({ part, meant }) => {
      const [name, rest] = [nameOf(meant), meant.slice(1)]
      if (/^(?:echo|printf)$/.test(name)) return looksFailed(part.text)
      if (!SHOWS.test(meant.join(' '))) return false
      const operands = rest.filter((word) => !word.startsWith('-'))
      const files = /^(?:e|f|z)?grep|rg|sed|awk|jq$/.test(name) ? operands.slice(1) : operands
      const named = files.filter((word) => !/^\d+$/.test(word))
      return named.length > 0 && !named.every((file) => written.includes(file))
    })
  }

  /** Whether something may have failed that nobody can see. */
  #mayHide(): boolean {
    if (this.#isOver) return true
    return this.#ends.some((end) => {
      const { exit, fate, isSilent, words, hides, part } = end
      if ((exit === 'alive' && !this.#kills) || isBrief(end)) return true
      if (fate === 'forgiven' || isSilent) return false
      if (hides || isCut(end) || (end.isRemote && complains(this.#output))) return true
      if (fate === 'heeded') return false
      const isOpaque = exit === 0 && OPAQUE.test(words[0] ?? '') && looksFailed(this.#output)
      if (isOpaque && !this.#showsFiles()) return true
      if (exit !== undefined || this.#isTold) return false
      if (part.kind !== 'simple') return true
      const name = nameOf(words)
      if (name === '' || isIn('quiet', name) || isIn('questions', name) || isIn('tolerated', name))
        return false
      return !(isIn('talkers', name) && this.#isHeard(end))
    })
  }

  /** Whether all that a part says on stderr is in the output: a program behind it may cut that. */
  #isHeard({ part: { redirects, text }, next }: PartEnd): boolean {
    if (SHELL_COMPLAINS.test(this.#output) || / -(?:exec|execdir|ok) /.test(text)) return false
    const moved = redirects.filter(({ of }) => of === 'stderr' || of === 'both')
    return moved.every(({ to }) => to === 'stdout' && (next === undefined || next === 'cat'))
  }

  #failed(end: PartEnd | undefined, isHidden: boolean): Judged {
    if (end === undefined) return { judged: plainFailure(this.#exit ?? 1) }
    const exit = typeof end.exit === 'number' ? end.exit : (this.#exit ?? 0)
    const isProved = end.exit === undefined || end.exit === 0
    const { failure, line } = isProved
      ? { failure: undefined, line: undefined }
      : this.#meaning(end, exit)
    const code = failure?.code ?? (isProved ? 'COMMAND_FAILED' : codeOf(exit))
    const message =
      line || proofIn(end.meant, this.#output) || complaintIn(end.meant, this.#output) || null
    const name = shortPart(end.part, end.words)
    const by = end.next === undefined ? 'the rest of the line' : 'the pipe'
    const why = [isProved ? '' : `exit ${exit}`, code === 'COMMAND_FAILED' ? '' : code].filter(
      Boolean,
    )
    const ended = why.length === 0 ? '' : ` (${why.join(', ')})`
    const judged = {
      ok: false,
      hidden: isHidden,
      part: end.part.text,
      code,
      message,
      retryable: isRetryable(failure?.exit),
      changed: this.#changed(),
      note: isHidden ? `${name} failed${ended}; ${by} hid it` : null,
    }
    return { judged, failure }
  }

  #changed(): boolean | null {
    const calls = this.#ends.map(({ exit, meant, part }) => {
      const about = callFor(meant)?.about
      if (exit === 0 && about?.changes === true) return true
      const name = nameOf(meant)
      const isPlain = part.redirects.every(({ to, of }) => of === 'stdin' || to !== 'elsewhere')
      return isPlain &&
        (isIn('quiet', name) || (isIn('readers', name) && name !== 'git' && name !== 'tee'))
        ? false
        : null
    })
    return calls.includes(true) ? true : calls.includes(null) ? null : false
  }
}

/** Nobody knows what became of the work of a program that ended because nobody read on. */
function isCut({ exit, words, next }: PartEnd): boolean {
  const name = nameOf(words)
  return exit === 141 && next !== undefined && !isIn('readers', name)
}

/** The end of `timeout` itself, and not of what it ran. */
function isTimeout({ typed, exit }: PartEnd): boolean {
  return exit === 124 && /^g?timeout$/.test(typed[0] ?? '')
}

/** Whoever stops a program after a few seconds may have meant to. */
function isBrief(end: PartEnd): boolean {
  const [, seconds] = /^g?timeout (?:-\S+ )*([\d.]+)s?(?: |$)/.exec(end.typed.join(' ')) ?? []
  return isTimeout(end) && seconds !== undefined && Number(seconds) <= 10
}

/** xargs has an exit of its own for calls that ended with another one than 0. */
function ownExit({ part }: PartEnd, exit: number): number {
  return exit === 123 && /\bxargs\b/.test(part.text) ? 1 : exit
}

/** The shell could not open a file for a part. */
const SHELL_COMPLAINS = /^(?:ba|da)?sh: (?:line )?\d+: /m

/** Calls that show what stands in files, or what was said before. */
const SHOWS =
  /^(?:cat|bat|less|more|head|tail|nl|tac|grep|egrep|fgrep|rg|ag|sed|awk|gawk|jq|yq|curl|wget|git (?:log|show|diff|grep|blame)|gh |glab |find|xxd|strings|(?:docker|kubectl|podman) .*logs|journalctl)(?: |$)/
const OPAQUE = /^(?:\.{0,2}\/|\/)|\.(?:sh|bash)$|^(?:make|gmake|just|bash|sh|npm|pnpm|yarn|task)$/

/** Shows a part without its redirections, in few characters. */
export function shortPart(part: Part, words: readonly string[]): string {
  const typed = part.kind === 'simple' ? part.words.map(({ text }) => text).join(' ') : ''
  const isMoved = /^"?\$/.test(typed)
  const line = ((isMoved ? quoteWords(words) : typed) || part.text).replaceAll(/\s+/g, ' ')
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`
}
