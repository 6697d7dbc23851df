import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { isPlainVariable, startedCall } from '@surety/client/unstable/programs'
import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  literalOf,
  parseLine,
  partsIn,
  tracedText,
  whyBare,
  type Group,
  type Line,
  type Part,
  type Pipeline,
  type Redirect,
  type SimpleCommand,
  type Statement,
  type Word,
} from '@surety/client/unstable/shell'
import { whyNoBuiltin, type BuiltinCall } from './known-builtin.ts'
import { expandPattern } from './expand-pattern.ts'
import { whyNoRead, type KnownRead } from './known-read.ts'
import { keptLooks } from './kept-looks.ts'
import { FRESH } from './looks.ts'
import type { ReadSurroundings } from './read-variables.ts'
import { programFile, projectsAround, type ReadLimits, type Refusal } from './program-file.ts'
import { unclearIn } from './text-lock.ts'
import { TRACE } from './trace-descriptor.ts'

/** A line that only reads, as it is run: written anew, every word quoted by us, so that bash runs what was judged. */
export interface KnownLine {
  readonly words: readonly string[]
  /** What is known of all its programs together. */
  readonly known: ReadSurroundings
  /** The folders in which they are found, in this order. */
  readonly folders: readonly string[]
  /** The line that runs instead where bash can tell how its parts end, see `TRACE`. */
  readonly watched?: string
  /** The calls that were judged, those of the shell itself too. */
  readonly calls: readonly JudgedCall[]
}

export interface JudgedCall {
  /** As it was typed. */
  readonly command: string
  /** With what patterns stand for. */
  readonly words: readonly string[]
  /** Without the programs that start it. */
  readonly started: readonly string[]
  /** The folders that it may run in. */
  readonly folders: readonly string[]
}

/** Refuses a line, or returns the one that runs instead. */
export async function whyNoLine(text: string, limits: ReadLimits): Promise<Refusal | KnownLine> {
  const unclear = unclearIn(text)
  if (unclear !== undefined) return refusal(unclear)
  const line = parseLine(text)
  if ('why' in line) return refusal(line.why)
  const seen = { ...limits, looks: keptLooks() }
  const where = { ...seen, projects: projectsAround(seen) }
  const judge = new LineJudge(where)
  try {
    const { text: written } = await judge.line(line, [limits.cwd])
    const found = asRun(written, judge, where)
    if ('code' in found || whyBare(text, line) !== undefined || isAlone(line)) return found
    return { ...found, watched: tracedText(written, TRACE) }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

function isAlone(line: Line): boolean {
  const [only, ...rest] = partsIn(line)
  return rest.length === 0 && only?.kind === 'simple'
}

/** The options with which bash takes nothing from variables and files of its caller. */
const SHELL = ['bash', '--norc', '--noprofile', '-p', '-c']

function asRun(
  text: string,
  { reads, calls, files: starters }: LineJudge,
  limits: ReadLimits,
): Refusal | KnownLine {
  const file = programFile('bash', limits)
  if (typeof file !== 'string') return refusal(file.why)
  const files = [file, ...starters, ...reads.map((read) => read.file)]
  const folders = [...new Set(files.map((each) => dirname(each)))]
  const { looks = FRESH } = limits
  // Another program of the same name must not be found before the one that was judged.
  const isFirst = (each: string) =>
    folders.map((folder) => join(folder, basename(each))).find((path) => looks.target(path)) ===
    each
  if (!files.every(isFirst))
    return refusal('The line names two different programs of the same name.')
  const showing = reads.find((read) => reads.some((other) => wouldShow(read, other)))
  if (showing) return refusal(`'${showing.known.program}' would show variables of other programs.`)
  return { words: [...SHELL, text], known: together(reads), folders, calls }
}

/** Tests whether a program prints its variables, beside another one that gets some which may be secrets. */
function wouldShow({ known }: KnownRead, { known: other }: KnownRead): boolean {
  if (!known.showsVariables && !known.mayShowVariables) return false
  const { inherits } = other.surroundings
  return other.program !== known.program && (other.network || inherits.length > 0)
}

/** Takes what is known of several programs together: they share their variables and their lock with the shell. */
function together(reads: readonly KnownRead[]): ReadSurroundings {
  const all = reads.map(({ known }) => known)
  const surroundings = all.map((known) => known.surroundings)
  return {
    operands: [],
    network: all.some(({ network }) => network),
    showsVariables: all.some(({ showsVariables }) => showsVariables),
    unlocked: all.find(({ unlocked }) => unlocked !== undefined)?.unlocked,
    surroundings: {
      inherits: surroundings.flatMap(({ inherits }) => inherits),
      withholds: surroundings.flatMap(({ withholds }) => withholds),
      folders: surroundings.flatMap(({ folders }) => folders),
      env: Object.assign({}, ...surroundings.map(({ env }) => env)),
      offline: Object.assign({}, ...surroundings.map(({ offline }) => offline)),
    },
  }
}

function refusal(message: string, code: Refusal['code'] = 'NOT_A_KNOWN_READ'): Refusal {
  return { code, message }
}

class Refused extends Error {
  readonly refusal: Refusal

  constructor(found: Refusal) {
    super(found.message)
    this.refusal = found
  }
}

const refuse = (message: string): never => {
  throw new Refused(refusal(message))
}

/** The folders that a command may find itself in: a `cd` before it may have failed. */
type Folders = readonly string[]

/** Where a part stands: alone in its pipeline, and behind a pipe. */
interface Place {
  readonly isAlone: boolean
  readonly isFed: boolean
}

interface Judged {
  readonly text: string
  /** The folders after it, if it succeeded. */
  readonly folders: Folders
}

class LineJudge {
  readonly reads: KnownRead[] = []
  readonly calls: JudgedCall[] = []
  /** The programs that start others. */
  readonly files: string[] = []
  readonly #limits: ReadLimits

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** Judges a line. It is fed if a pipe leads into it. */
  async line({ statements }: Line, folders: Folders, isFed = false): Promise<Judged> {
    if (statements.length === 0) return refuse('The line has no command.')
    const texts: string[] = []
    let at = folders
    for (const statement of statements) {
      const { text, folders: after } = await this.#statement(statement, at, isFed)
      texts.push(text)
      at = after
    }
    return { text: texts.join('; '), folders: at }
  }

  async #statement(statement: Statement, folders: Folders, isFed: boolean): Promise<Judged> {
    const { pipelines, joints, isBackground } = statement
    if (isBackground) return refuse('A part of the line goes on in the background.')
    const texts: string[] = []
    // Where the next one runs if all before it succeeded, and all places where the line may be.
    let [sure, possible] = [folders, folders]
    for (const [index, pipeline] of pipelines.entries()) {
      const joint = joints[index - 1]
      const judged = await this.#pipeline(pipeline, joint === '&&' ? sure : possible, isFed)
      texts.push(joint === undefined ? judged.text : `${joint} ${judged.text}`)
      sure = joint === '||' ? union(sure, judged.folders) : judged.folders
      possible = union(possible, judged.folders)
    }
    return { text: texts.join(' '), folders: possible }
  }

  async #pipeline(pipeline: Pipeline, folders: Folders, isFed: boolean): Promise<Judged> {
    const { parts, pipes, isNegated, isTimed } = pipeline
    if (parts.length === 0) return refuse('A part of the line has no command.')
    const isAlone = parts.length === 1
    let text = `${isTimed ? 'time ' : ''}${isNegated ? '! ' : ''}`
    let after = folders
    for (const [index, part] of parts.entries()) {
      const judged = await this.#part(part, folders, { isAlone, isFed: isFed || index > 0 })
      text += `${index === 0 ? '' : ` ${pipes[index - 1]} `}${judged.text}`
      if (isAlone) after = judged.folders
    }
    return { text, folders: isNegated ? union(folders, after) : after }
  }

  async #part(part: Part, folders: Folders, place: Place): Promise<Judged> {
    switch (part.kind) {
      case 'other':
        return refuse(`The line has ${part.why}.`)
      case 'group':
        return this.#group(part, folders, place)
      case 'simple':
        return this.#simple(part, folders, place)
    }
  }

  async #group(
    { line, isSubshell, redirects }: Group,
    folders: Folders,
    place: Place,
  ): Promise<Judged> {
    const inner = await this.line(line, folders, place.isFed && !isStarved(redirects))
    const text = isSubshell ? `( ${inner.text} )` : `{ ${inner.text}; }`
    return {
      text: [text, ...redirects.map(writtenRedirect)].join(' '),
      folders: isSubshell ? folders : inner.folders,
    }
  }

  async #simple(command: SimpleCommand, folders: Folders, place: Place): Promise<Judged> {
    const { assignments, redirects } = command
    const set = assignments.map(({ name, value }) => `${name}=${literalOf(value) ?? '\n'}`)
    const words = await this.#words(command.words, folders)
    if (words.length === 0) return refuse('The line sets a variable.')
    const started = startedCall(words, folders[0])
    const { words: call, before, starters, assignments: given } = started
    const variable = [...set, ...given].find((each) => !isPlainVariable(each))
    if (variable !== undefined) return refuse(`'${command.text}' sets a variable.`)
    if (!started.isPlain || words.at(before.length) !== call[0])
      return refuse(`'${starters[0] ?? words[0]}' starts a program that surety does not know.`)
    // Their options choose another program than the one that is judged, or what it finds.
    const isChoosing = starters.includes('env') || starters.includes('command')
    if (isChoosing && before.some((word) => word.startsWith('-') && word !== '--'))
      return refuse(`'${quoteWords(before)}' changes what the program finds.`)
    if (starters.lastIndexOf('command') > 0)
      return refuse(`'${quoteWords(before)}' starts a program that is called 'command'.`)
    this.#findStarters(starters)
    this.calls.push({ command: command.text, words, started: call, folders })
    const judged = await this.#call(call, folders, {
      isAlone: place.isAlone && before.length === 0,
      isFed: place.isFed && !isStarved(redirects),
      // Behind another program the name is that of a file.
      isOfShell: starters.every((each) => each === 'command'),
    })
    const written = quoteWords([...before, ...judged.words])
    const texts = [...set.map(assigned), written, ...redirects.map(writtenRedirect)]
    return { text: texts.join(' '), folders: judged.folders }
  }

  /** Finds the files of programs that start others; `command` is a word of bash. */
  #findStarters(names: readonly string[]): void {
    this.files.push(
      ...names.filter((each) => each !== 'command').map((each) => this.#program(each)),
    )
  }

  /** Finds the file of a program, before it is started for anything: the project may have one of that name. */
  #program(name: string): string {
    const file = programFile(name, this.#limits)
    return typeof file === 'string' ? file : refuse(file.why)
  }

  async #call(
    words: readonly string[],
    folders: Folders,
    { isAlone, isFed, isOfShell }: Place & { readonly isOfShell: boolean },
  ) {
    const builtin = isOfShell ? whyNoBuiltin(words, this.#limits, folders) : undefined
    if (builtin !== undefined) {
      if ('message' in builtin) throw new Refused(builtin)
      return { words, folders: this.#moved(builtin, folders, isAlone) }
    }
    const found = await Promise.all(
      folders.map((cwd) => whyNoRead(words, limitsIn(cwd, this.#limits))),
    )
    const refused = found.find((each) => 'code' in each)
    if (refused) throw new Refused(refused)
    const reads = found as KnownRead[]
    const [first] = reads
    if (!reads.every((each) => each.words.join('\0') === first!.words.join('\0')))
      return refuse('What it reads depends on whether cd succeeds.')
    if (isFed && first!.known.network)
      return refuse(
        `'${words.slice(0, 2).join(' ')}' could send what the pipe hands it; give it </dev/null.`,
      )
    this.reads.push(first!)
    return { words: first!.words, folders }
  }

  /** Follows a `cd`, which counts only where it is a command of the line itself. */
  #moved({ goesTo }: BuiltinCall, folders: Folders, isAlone: boolean): Folders {
    if (goesTo === undefined) return folders
    if (!isAlone) return refuse('cd in a pipe or after another program does not change the folder.')
    return [...new Set(goesTo)]
  }

  async #words(words: readonly Word[], folders: Folders): Promise<readonly string[]> {
    const all: string[] = []
    for (const [index, word] of words.entries()) {
      const literal = literalOf(word)
      if (literal !== undefined) all.push(literal)
      else if (word.why === 'a home folder') all.push(homeOf(word))
      else if (word.why !== undefined) refuse(`'${word.text}' is ${word.why}.`)
      else if (index === 0) refuse(`'${word.text}' may be any program.`)
      else {
        const bash = this.#program('bash')
        const matches = folders.map((cwd) => expandPattern(word, cwd, bash))
        const [first] = matches
        if (first === undefined || matches.some((each) => each?.join('\0') !== first.join('\0')))
          return refuse(`'${word.text}' is a pattern that cannot be judged.`)
        all.push(...first)
      }
    }
    return all
  }
}

/** The limits in a folder that the line has gone to, where another project may be. */
function limitsIn(cwd: string, limits: ReadLimits): ReadLimits {
  const { projects: _projects, ...rest } = limits
  return cwd === limits.cwd ? limits : { ...rest, cwd, from: limits.from ?? limits.cwd }
}

function homeOf(word: Word): string {
  const text = word.pieces.map(({ value }) => value).join('')
  const isPlain =
    word.pieces.length === 1 && /^~(?:\/|$)/.test(word.text) && /^~(?:\/|$)/.test(text)
  return isPlain ? `${homedir()}${text.slice(1)}` : refuse(`'${word.text}' is a home folder.`)
}

/** Tests whether a part gets no input. */
function isStarved(redirects: readonly Redirect[]): boolean {
  return redirects.some(({ of, to }) => of === 'stdin' && to === 'null')
}

function assigned(text: string): string {
  const at = text.indexOf('=') + 1
  return `${text.slice(0, at)}${text.length > at ? quoteWords(['', text.slice(at)]).slice(3) : ''}`
}

function union(one: Folders, other: Folders): Folders {
  return [...new Set([...one, ...other])]
}

/** Writes a redirection to nowhere or between the two streams; every other one is refused. */
function writtenRedirect({ of, to, text }: Redirect): string {
  const [, input = ''] = /^\d*(<{1,3})(?![&>])/.exec(text) ?? []
  const why = INPUTS[input] ?? 'redirects elsewhere than to /dev/null or between the streams.'
  return REDIRECTS[`${of} ${to}`] ?? refuse(`'${text.split('\n')[0]}' ${why}`)
}

/** Why a command gets no other input than that of a pipe. */
const INPUTS: Readonly<Record<string, string>> = {
  '<': 'opens a file that is not judged; give the command the file as a word.',
  '<<': 'begins a heredoc, whose text is not judged.',
  '<<<': 'hands over a text that is not judged; send it with echo and a pipe.',
}

const REDIRECTS: Readonly<Record<string, string>> = {
  'stdout null': '>/dev/null',
  'stderr null': '2>/dev/null',
  'both null': '&>/dev/null',
  'stdin null': '</dev/null',
  'stdout stderr': '1>&2',
  'stderr stdout': '2>&1',
  'stdout stdout': '1>&1',
  'stderr stderr': '2>&2',
}
