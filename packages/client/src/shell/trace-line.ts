import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  hasOther,
  isSilenced,
  literalOf,
  simpleCommands,
  type Line,
  type Part,
} from './line-tree.ts'

/**
 * What bash reads before a line, so that it tells how every part of a pipeline ended. It writes to a file: a descriptor
 * of ours would reach the programs of the line. `before` is the file that the caller's BASH_ENV names.
 */
export function tracePrelude(log: string, before: string | undefined): string {
  const own =
    before === undefined ? [] : [`export BASH_ENV=${quoteWords([before])}`, '. "$BASH_ENV"']
  return ['unset BASH_ENV', ...own, ...traps(`>> ${quoteWords([log])}`), ''].join('\n')
}

/** Before each command the DEBUG trap writes how the pipeline before it ended, and the EXIT trap writes it of the last one. */
function traps(aim: string): readonly string[] {
  const note = (mark: string) =>
    `{ printf '${mark}\\037%s\\037%s\\037%s\\037%s\\036' "\${PIPESTATUS[*]}" "$BASH_SUBSHELL" "$BASHPID" "\${BASH_COMMAND%%[[:space:]]*}" ${aim}; } 2> /dev/null`
  return ['set -T', `trap ${quoteWords([note('E')])} EXIT`, `trap ${quoteWords([note('D')])} DEBUG`]
}

/** Variables in which a line would see the traps. */
const SEES_TRAPS = /\bBASH_\w+|\bBASHPID|\bSHELLOPTS|\bFUNCNAME|\$[_-]|\$\{[_-]/
/** Commands of the shell that show, replace or pass on what the shell itself is. */
const CHANGES_SHELL = new Set(
  'trap exec . source eval enable shopt declare typeset local ulimit caller builtin export readonly'.split(
    ' ',
  ),
)
/** Options of the shell that change nothing of what the traps write. */
const SET = /^-(?:[eu]+|[eu]*o)$/

/** Says why a line runs without the traps; undefined if it runs the same with them. */
export function whyBare(text: string, line: Line): string | undefined {
  const commands = simpleCommands(line)
  if (hasOther(line)) return 'The line has more than commands, pipes and groups.'
  if (SEES_TRAPS.test(text)) return 'The line has a word that would notice the watch.'
  const isFine = commands.every(({ words: [first, ...rest] }) => {
    const name = first && literalOf(first)
    if (name === 'set') return rest.every(({ text }) => SET.test(text) || text === 'pipefail')
    return name === undefined || !CHANGES_SHELL.has(name)
  })
  if (!isFine) return 'The line changes the shell.'
  const moves = (each: { readonly redirects: readonly { readonly of: string }[] }) =>
    each.redirects.some(({ of }) => of === 'other')
  if (commands.some(moves)) return 'The line uses descriptors of its own.'
  // What it prints comes in an order that the watch would change.
  const isHeld = line.statements.some(({ isBackground }) => isBackground)
  return isHeld ? 'A part of the line goes on in the background.' : undefined
}

/** How a part of a line ended. */
export interface EndedPart {
  readonly part: Part
  /** Its place among all parts of the line, from 1. */
  readonly number: number
  readonly exit: number
  readonly pipeline: EndedPipeline
  /** Whether it is the last part of its pipeline. */
  readonly isLast: boolean
  /** Whether its stderr goes to nowhere. */
  readonly isSilent: boolean
}

export interface EndedPipeline {
  readonly isNegated: boolean
  /** Whether `||` follows it, at once or behind `&&`. */
  readonly isBeforeOr: boolean
  /** Whether the next command shows how it ended: its last part by `$?`, all of them by PIPESTATUS. */
  readonly shown: 'nothing' | 'last' | 'all'
}

export interface TracedLine {
  readonly parts: readonly EndedPart[]
  readonly count: number
}

/**
 * Follows a line by what its traps wrote; undefined where the two do not fit together, so that nothing is concluded. Of
 * a group in a pipeline, and of one in parentheses, only the end is known.
 */
export function followTrace(line: Line, log: string, exit: number): TracedLine | undefined {
  const follower = new Follower(readEvents(log), exit)
  try {
    return follower.follow(line)
  } catch (error) {
    if (error instanceof Mismatch) return undefined
    throw error
  }
}

interface Event {
  readonly isEnd: boolean
  /** How the parts of the pipeline before it ended. */
  readonly exits: readonly number[]
  /** 0 is the shell of the line, others are those of groups. */
  readonly level: number
  readonly pid: string
  readonly name: string
}

function readEvents(log: string): readonly Event[] {
  return log
    .split('\u001e')
    .slice(0, -1)
    .map((record) => record.split('\u001f'))
    .map(([mark, exits = '', level = '', pid = '', name = '']) => ({
      isEnd: mark === 'E',
      exits: exits.split(' ').map(Number),
      level: Number(level),
      pid,
      name,
    }))
}

class Mismatch extends Error {}

class Follower {
  readonly #events: readonly Event[]
  readonly #exit: number
  readonly #ended: EndedPart[] = []
  #at = 0
  #number = 0
  #hasLeft = false
  #isPipefail = false

  constructor(events: readonly Event[], exit: number) {
    // Of the shell itself; a group in parentheses has no trap of that kind.
    this.#events = events.filter(({ isEnd, level }) => !isEnd || level === 0)
    this.#exit = exit
  }

  follow(line: Line): TracedLine | undefined {
    this.#line(line)
    return this.#hasLeft ? { parts: this.#ended, count: this.#number } : undefined
  }

  /** Follows a line, or a group in braces: its last statement ends as the group does, so what is done with that counts. */
  #line({ statements }: Line, isSilent = false, around?: EndedPipeline): number {
    let status = 0
    for (const [at, { pipelines, joints }] of statements.entries()) {
      const group = at === statements.length - 1 ? around : undefined
      for (const [index, { parts, isNegated }] of pipelines.entries()) {
        const joint = joints[index - 1]
        const isTaken = joint === undefined || (joint === '&&') === (status === 0)
        const following = pipelines[index + 1] ?? statements[at + 1]?.pipelines[0]
        const ended = this.#pipeline(
          parts,
          {
            isNegated: isNegated || group?.isNegated === true,
            isBeforeOr: joints.slice(index).includes('||') || group?.isBeforeOr === true,
            shown: following === undefined ? (group?.shown ?? 'nothing') : shownBy(following.parts),
          },
          isTaken && !this.#hasLeft,
          isSilent,
        )
        if (ended !== undefined) status = isNegated ? Number(ended === 0) : ended
      }
    }
    return status
  }

  /** Takes the events of a pipeline, and returns how it ended; undefined if it was not run. */
  #pipeline(
    parts: readonly Part[],
    pipeline: EndedPipeline,
    runs: boolean,
    isSilent: boolean,
  ): number | undefined {
    const [only] = parts
    if (parts.length === 1 && only?.kind === 'group' && !only.isSubshell) {
      if (runs) return this.#line(only.line, isSilent || isSilenced(only.redirects), pipeline)
      this.#number += countOf(only)
      return undefined
    }
    const first = this.#number + 1
    this.#number += parts.length
    if (!runs) return undefined
    this.#takeEvents(parts)
    const exits = this.#exitsOf(parts)
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1
      const isQuiet = isSilent || (part.kind !== 'other' && isSilenced(part.redirects))
      const own = { part, number: first + at, exit: exits[at]!, pipeline }
      this.#ended.push({ ...own, isLast, isSilent: isQuiet })
    }
    if (only?.kind === 'simple' && nameOf(only) === 'set')
      this.#isPipefail ||= only.words.some(({ text }) => text === 'pipefail')
    const failed = this.#isPipefail ? exits.findLast((each) => each !== 0) : undefined
    return failed ?? exits.at(-1)!
  }

  /** Takes one event of each command, and those inside of groups, each of which is a process of its own. */
  #takeEvents(parts: readonly Part[]): void {
    const commands = parts.flatMap((part) => (part.kind === 'simple' ? [part] : []))
    const groups = parts.length - commands.length
    // A command in the place of a word is a process as well; one inside of a pipeline is deeper.
    const most = groups + commands.reduce((sum, { text }) => sum + substitutions(text), 0)
    const pids = new Set<string>()
    for (let event = this.#event(); event !== undefined; event = this.#event()) {
      if (event.level === 0) {
        const command = commands.shift()
        if (command === undefined) break
        if (event.isEnd || !isNamed(event, command)) throw new Mismatch()
      } else if (event.level === 1 && !pids.has(event.pid)) {
        if (pids.size === most) break
        pids.add(event.pid)
      }
      this.#at += 1
    }
    if (commands.length > 0 || pids.size < groups) throw new Mismatch()
  }

  /** The next event; the first command of the EXIT trap is the end already. */
  #event(): Event | undefined {
    const [event, next] = this.#events.slice(this.#at, this.#at + 2)
    return event?.level === 0 && next?.isEnd ? next : event
  }

  #exitsOf(parts: readonly Part[]): readonly number[] {
    const event = this.#event()
    if (event === undefined) throw new Mismatch()
    this.#hasLeft = event.isEnd
    const [only] = parts
    // It ends the shell, so no pipeline ended after it.
    if (parts.length === 1 && only?.kind === 'simple' && nameOf(only) === 'exit' && event.isEnd)
      return [this.#exit]
    if (event.exits.length !== parts.length || event.exits.some(Number.isNaN)) throw new Mismatch()
    return event.exits
  }
}

function substitutions(text: string): number {
  return text.match(/[$<>]\(|`/g)?.length ?? 0
}

type Simple = Part & { readonly kind: 'simple' }

function isNamed({ name }: Event, command: Simple): boolean {
  const own = nameOf(command)
  return (
    own === undefined ||
    name === own ||
    name.replaceAll(/['"\\]/g, '') === own ||
    name === command.words[0]?.text
  )
}

function nameOf({ words, assignments }: Simple): string | undefined {
  const [word] = words
  return assignments.length > 0 || word === undefined ? undefined : literalOf(word)
}

function countOf(part: Part): number {
  if (part.kind !== 'group' || part.isSubshell) return 1
  return part.line.statements
    .flatMap(({ pipelines }) => pipelines)
    .reduce((sum, { parts }) => sum + (parts.length === 1 ? countOf(parts[0]!) : parts.length), 0)
}

function shownBy(parts: readonly Part[]): EndedPipeline['shown'] {
  const text = parts.map((part) => part.text).join(' ')
  return /PIPESTATUS/.test(text) ? 'all' : /\$\?|\$\{\?/.test(text) ? 'last' : 'nothing'
}
