import { isIn, nameOf } from './line-rules.ts'
import {
  isSilenced,
  literalOf,
  type Line,
  type Part,
  type Pipeline,
  type Statement,
} from './line-tree.ts'
import {
  hidesInside,
  isQuestion,
  isVariable,
  meantOf,
  runsUnknown,
  shownBy,
  wordsOf,
  type Fate,
} from './line-words.ts'
import { nestedIn, remoteWords, type Nested } from './nested-line.ts'
import { isTold } from './observe-line.ts'
import type { PartEnd, PartPlace, Place, Run } from './part-end.ts'
import { parseLine } from './parse-line.ts'
import type { PipelineStatus } from './statuses.ts'

/** Finds how all parts of a line ended, and who looked at that. */
export function endsOf(
  line: Line,
  text: string,
  exit: number | undefined,
  statuses: readonly PipelineStatus[] | undefined,
): readonly PartEnd[] {
  return new Walk(text, statuses).ends(line, exit)
}

class Walk {
  readonly #text: string
  readonly #statuses: ReadonlyMap<number, readonly PipelineStatus[]> | undefined
  readonly #ends: PartEnd[] = []
  readonly #functions = new Map<
    string,
    { readonly body: Line; readonly places: Place[]; readonly calls: PartEnd[] }
  >()
  /** Whether a function or the line ends with a failure of its own: `X && return 0; return 1`. */
  readonly #saysNo: boolean
  #isPipefail = false
  #isErrexit = false
  #hasLeft = false
  #exit: number | undefined
  /** How many texts of variables are known. */
  #made = 0
  #waited: Fate | undefined

  constructor(text: string, statuses: readonly PipelineStatus[] | undefined) {
    this.#text = text
    this.#saysNo = /\b(?:return|exit) (?:[1-9]|"?\$)/.test(text)
    if (statuses === undefined) return
    const told = new Map<number, PipelineStatus[]>()
    for (const status of statuses) told.set(status.at, [...(told.get(status.at) ?? []), status])
    this.#statuses = told
  }

  ends(line: Line, exit: number | undefined): readonly PartEnd[] {
    const place: Place = {
      fate: 'exit',
      isSilent: false,
      isRemote: false,
      exit,
      isRetried: false,
      isBackground: false,
      isTop: true,
      isGuarded: false,
    }
    this.#exit = exit
    this.#line(line, place)
    // A function ends as it was called, and if nobody looked once, nobody did.
    for (const { body, places, calls } of this.#functions.values()) {
      const called = places.find(({ fate }) => fate === 'lost') ?? places[0]
      const before = this.#ends.length
      if (called !== undefined) this.#line(body, { ...called, exit: undefined })
      // `npm test || return 1` hands the failure on to the caller.
      const handed = this.#ends
        .slice(before)
        .filter(({ exit, fate }) => exit !== 0 && exit !== 'alive' && fate === 'heeded')
      if (handed.some(({ words }) => !isQuestion(words))) this.#ends.push(...calls)
    }
    return this.#ends.map((end) =>
      end.fate === 'lost' &&
      end.exit !== 'alive' &&
      end.next === undefined &&
      this.#waited &&
      this.#isJob.has(end)
        ? { ...end, fate: this.#waited }
        : end,
    )
  }

  readonly #isJob = new Set<PartEnd>()

  #line({ statements }: Line, place: Place): void {
    for (const [at, statement] of statements.entries()) {
      const next = statements[at + 1]
      const isLast = next === undefined
      const shown = next === undefined ? undefined : shownBy(next)
      const fate = statement.isBackground
        ? 'lost'
        : isLast
          ? place.fate
          : (shown ?? (this.#isErrexit ? 'exit' : 'lost'))
      this.#statement(statement, {
        ...place,
        fate: fate === 'all' ? 'heeded' : fate,
        exit: isLast && !statement.isBackground ? place.exit : undefined,
        isBackground: place.isBackground || statement.isBackground,
        showsAll: shown === 'all',
      })
    }
  }

  #statement(
    { pipelines, joints }: Statement,
    place: Place & { readonly showsAll: boolean },
  ): void {
    let hasRun: boolean | undefined = true
    let status: number | undefined
    for (const [at, pipeline] of pipelines.entries()) {
      const joint = joints[at - 1]
      if (joint !== undefined && hasRun !== false && status !== undefined)
        hasRun = (joint === '&&') === (status === 0)
      else if (joint !== undefined && hasRun === false) hasRun = joint === '||'
      const or = joints.indexOf('||', at)
      const forgives = or !== -1 && FORGIVING.test(pipelines[or + 1]?.parts[0]?.text ?? '')
      const isAsked = joints[at] === '&&' && LEAVES.test(pipelines[at + 1]!.parts[0]!.text)
      const isHeeded = or !== -1 || (isAsked && this.#saysNo)
      const own = !isHeeded ? place.fate : forgives ? 'forgiven' : 'heeded'
      const isEnd = at === pipelines.length - 1
      status = this.#pipeline(
        pipeline,
        {
          ...place,
          fate: own,
          isGuarded: place.isGuarded || or !== -1,
          exit: isEnd && hasRun !== false ? place.exit : undefined,
        },
        hasRun,
      )
    }
  }

  /** Adds the ends of a pipeline, and gives its status if that is known. */
  #pipeline(
    pipeline: Pipeline,
    place: Place & { readonly showsAll: boolean },
    hasRun: boolean | undefined,
    known?: Run,
  ): number | undefined {
    const made = known === undefined && place.isFilled ? this.#madeOf(pipeline) : undefined
    if (made) return this.#pipeline(made.pipeline, place, hasRun, made.run)
    const { parts, isNegated } = pipeline
    const isOne = parts.length === 1
    const [only] = parts
    const fate = isNegated && place.fate !== 'forgiven' ? 'heeded' : place.fate
    const all = place.showsAll || isNegated || (place.fate === 'forgiven' && place.isGuarded)
    const runs = known ? [known] : this.#runsOf(pipeline, place, hasRun)
    for (const run of runs)
      for (const [at, part] of parts.entries()) {
        const isLast = at === parts.length - 1
        // `X | grep -q P || Y`: whatever the reason was, Y has run.
        const isAsked = place.fate === 'forgiven' || (place.isGuarded && fate === 'heeded')
        const isSeen =
          isLast ||
          this.#isPipefail ||
          all ||
          (isAsked && (run.status ?? Number(place.fate === 'forgiven')) !== 0)
        this.#part(part, run.exits?.[at], {
          ...place,
          fate: isSeen ? fate : 'lost',
          isNegated,
          isAlone: isOne,
          next: isLast ? undefined : nameOf(wordsOf(parts[at + 1]!)),
          moved: run.words,
        })
      }
    if (only?.kind === 'simple' && only.words[0]?.text === 'set') this.#set(only.text)
    const last = runs.at(-1)?.status
    if (typeof last === 'number') return isNegated ? Number(last === 0) : last
    const isQuiet = isOne && only!.kind === 'simple' && isIn('quiet', nameOf(wordsOf(only!)))
    return this.#statuses && isQuiet ? 0 : undefined
  }

  /** The pipeline that a shell made of a variable: `eval "$x"`. */
  #madeOf({ parts: [part, ...others], pos }: Pipeline) {
    const told = this.#statuses?.get(pos)?.at(-1)
    if (!part || others.length > 0 || !isVariable(part) || told?.words === undefined)
      return undefined
    const line = parseLine(told.words)
    const all = 'why' in line ? [] : line.statements.flatMap(({ pipelines }) => pipelines)
    const [pipeline, ...more] = all
    if (!pipeline || more.length > 0 || pipeline.parts.length !== told.exits.length)
      return undefined
    this.#made += 1
    return { pipeline, run: { status: told.status, exits: told.exits } }
  }

  #set(text: string): void {
    if (/pipefail/.test(text)) this.#isPipefail = true
    if (/ -[a-z]*e|errexit/.test(text)) this.#isErrexit = true
  }

  /** Gives the different ways in which a pipeline ended; none if it did not run. */
  #runsOf({ parts, pos }: Pipeline, place: Place, hasRun: boolean | undefined): readonly Run[] {
    const [only] = parts
    const isOne = parts.length === 1
    const atEnd: Run =
      isOne && place.exit !== undefined ? { status: place.exit, exits: [place.exit] } : {}
    if (this.#statuses === undefined || place.isRemote) return [atEnd]
    const told = this.#statuses.get(pos) ?? []
    // A shell that does not tell all parts at once tells them one by one.
    const single = told.filter(({ part }) => part !== undefined)
    if (single.length > 0) {
      const exits = parts.map((_, at) => single.findLast(({ part }) => part === at)?.exits[0])
      const others = place.isRetried ? [] : single.filter((each) => each.exits[0] !== 0)
      const rest = others.map(({ part, exits: [exit] }): Run => ({
        exits: parts.map((_, at) => (at === part ? exit : undefined)),
      }))
      return [...rest, { status: exits.at(-1), exits }]
    }
    const fitting = told.filter(
      ({ exits, status }) => status === 'alive' || exits.length === parts.length,
    )
    if (fitting.length > 0) {
      const counted = place.isRetried ? fitting.slice(-1) : fitting
      const different = new Map(
        counted.map((each) => [`${each.exits.join(' ')}${each.words}`, each]),
      )
      return [...different.values()].map(({ status, exits, words }) => ({
        status,
        exits: status === 'alive' ? ['alive'] : exits,
        words,
      }))
    }
    if ((!isOne || isTold(only!)) && this.#endedAt(place, hasRun)) {
      const exits = parts.map((_, at) => (at === parts.length - 1 ? this.#exit : undefined))
      return [{ status: this.#exit, exits }]
    }
    if (hasRun === false || !isOne || (this.#hasLeft && place.isTop)) return []
    // The last command of a shell ends as the shell does; what is not told otherwise did not run.
    return place.exit !== undefined || !isTold(only!) ? [atEnd] : []
  }

  /** Under `set -e` the first command that nothing is told of has ended the shell. */
  #endedAt(place: Place, hasRun: boolean | undefined): boolean {
    const isHere =
      this.#isErrexit &&
      !this.#hasLeft &&
      this.#exit !== 0 &&
      this.#exit !== undefined &&
      hasRun !== false &&
      place.isTop
    if (isHere) this.#hasLeft = true
    return isHere
  }

  #part(part: Part, exit: number | 'alive' | undefined, place: PartPlace): void {
    const isSilent = place.isSilent || isSilenced(part.redirects)
    const before = this.#ends.length
    const made = this.#made
    const inside: Place = {
      ...place,
      isTop: place.isTop && place.isAlone && part.kind === 'group' && !part.isSubshell,
      isSilent,
      exit: typeof exit === 'number' ? exit : undefined,
    }
    const isValue = part.kind === 'simple' && part.words.length === 0
    // A condition that is not met: the line goes on in another way.
    const isMissed =
      typeof exit === 'number' &&
      exit !== 0 &&
      (place.fate === 'forgiven' || (place.fate === 'heeded' && place.isGuarded))
    for (const [at, { line }] of part.inner.entries()) {
      const isEnd = isValue && at === part.inner.length - 1
      this.#line(line, {
        ...inside,
        fate: isEnd || isMissed ? place.fate : 'lost',
        exit: isEnd ? inside.exit : undefined,
      })
    }
    const words = part.kind === 'simple' ? wordsOf(part, place.moved) : []
    const own = part.kind === 'simple' ? this.#functions.get(words[0] ?? '') : undefined
    own?.places.push(inside)
    this.#executed(part, place)
    const nested = part.kind === 'simple' ? nestedIn(part, this.#text) : undefined
    if (nested) this.#nested(nested, inside)
    if (part.kind === 'group') this.#line(part.line, inside)
    if (part.kind === 'other') this.#other(part, inside)
    if (part.text.startsWith('wait ') && place.fate !== 'lost') this.#waited = place.fate
    const isThrough =
      part.kind !== 'simple' || own !== undefined || isValue || (nested && nested.by !== 'remote')
    const hasTold = this.#ends.slice(before).some((end) => end.exit !== 0 && end.exit !== undefined)
    const isUnwatched =
      (nested !== undefined && nested.by !== 'remote' && nested.escape === undefined) ||
      (this.#made === made && runsUnknown(part, nested))
    if (isThrough && !isUnwatched && own === undefined && (hasTold || !exit)) return
    const { fate, next, isAlone, isRemote, isNegated, isGuarded, isBackground } = place
    const there = remoteWords(words)
    const end: PartEnd = {
      part,
      typed: part.kind === 'simple' ? part.words.map(({ text }) => text) : [],
      words,
      meant: there === undefined ? words : meantOf(there, nested),
      exit,
      fate,
      isSilent,
      next,
      isAlone,
      isNegated,
      isGuarded,
      isRemote: isRemote || there !== undefined,
      hides: isUnwatched || (there !== undefined && hidesInside(nested)),
    }
    if (own !== undefined) {
      if (exit !== 0) own.calls.push(end)
      return
    }
    this.#ends.push(end)
    if (isBackground) this.#isJob.add(end)
  }

  /** `find` ends with 0 whatever it executes one by one, which its watch tells. */
  #executed(part: Part, place: PartPlace): void {
    if (part.kind !== 'simple' || part.words[0]?.text !== 'find') return
    const at = part.words.findIndex(({ pos }) => this.#statuses?.has(pos) && pos > part.pos)
    if (at === -1) return
    const words = part.words.slice(at + 1).map((word) => literalOf(word) ?? word.text)
    const own = {
      isNegated: false,
      isGuarded: false,
      isRemote: false,
      hides: false,
      isAlone: place.isAlone,
      next: place.next,
    }
    const isSilent = place.isSilent || isSilenced(part.redirects)
    this.#ends.push({
      ...own,
      part,
      typed: words,
      words,
      meant: words,
      exit: 1,
      fate: 'lost',
      isSilent,
    })
  }

  #nested(nested: Nested, place: Place): void {
    const isRemote = place.isRemote || nested.by === 'remote'
    const { isFilled = false } = nested
    // xargs says with 123 that one of several shells ended badly.
    const exit = place.exit === 123 ? undefined : place.exit
    if (nested.by !== 'remote') this.#line(nested.line, { ...place, exit, isRemote, isFilled })
  }

  #other(part: Part & { readonly kind: 'other' }, place: Place): void {
    if (part.type === 'function') {
      const [body] = part.bodies
      if (part.name !== undefined && body)
        this.#functions.set(part.name, { body, places: [], calls: [] })
      return
    }
    const isLoop = part.type === 'for' || part.type === 'while'
    for (const line of part.conditions)
      this.#line(line, { ...place, fate: 'forgiven', exit: undefined })
    const isRetried = place.isRetried || (isLoop && /\b(?:break|return|exit)\b/.test(part.text))
    for (const line of part.bodies)
      // Of a loop only the last round ends as the loop does.
      this.#line(line, {
        ...place,
        isRetried,
        fate: isLoop && place.fate === 'exit' ? 'lost' : place.fate,
        exit: undefined,
      })
  }
}

const LEAVES = /^(?:return|exit)\b/
const FORGIVING = /^(?:true|:)$/
