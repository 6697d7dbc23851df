import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { isPlainVariable, startedCall } from '../../../description/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
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
} from '../../../shell/index.ts'
import { whyNoBuiltin, type BuiltinCall } from './known-builtin.ts'
import { expandPattern } from './expand-pattern.ts'
import { whyNoRead, type KnownRead } from './known-read.ts'
import type { ReadSurroundings } from './read-variables.ts'
import { programFile, projectsAround, type ReadLimits, type Refusal } from './program-file.ts'
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
  const where = { ...limits, projects: projectsAround(limits) }
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
  // Another program of the same name must not be found before the one that was judged.
  const isFirst = (each: string) =>
    folders.map((folder) => join(folder, basename(each))).find((path) => existsSync(path)) === each
  if (!files.every(isFirst)) return refusal('Two programs of the line hide each other.')
  return { words: [...SHELL, text], known: together(reads), folders, calls }
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

/**
 * Finds what a shell and a parser may read differently, beside the tree: it stays even where the tree says that there
 * is nothing. A dollar sign before a quote, a blank or a bar means itself.
 */
function unclearIn(text: string): string | undefined {
  if (UNUSUAL.test(text)) return 'The line has a control character or an unusual blank.'
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const next = text[at + 1] ?? ''
    if (quote === "'") {
      if (character === "'") quote = ''
      continue
    }
    if (character === '\\') {
      if (next === '\n') return 'The line is joined by a backslash.'
      at += 1
    } else if (character === '`') return 'The line puts in the output of a command.'
    else if (character === '$' && !(quote === '"' ? /["|) \\/]/ : /[ |)]|^$/).test(next))
      return 'The line puts in a value.'
    else if (quote === '"') quote = character === '"' ? '' : quote
    else if (character === '"' || character === "'") quote = character
  }
  return undefined
}

/** Controls, marks that are not seen, blanks of other scripts, and halves of characters. */
const UNUSUAL = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u

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

  async line({ statements }: Line, folders: Folders): Promise<Judged> {
    if (statements.length === 0) return refuse('The line has no command.')
    const texts: string[] = []
    let at = folders
    for (const statement of statements) {
      const { text, folders: after } = await this.#statement(statement, at)
      texts.push(text)
      at = after
    }
    return { text: texts.join('; '), folders: at }
  }

  async #statement(statement: Statement, folders: Folders): Promise<Judged> {
    const { pipelines, joints, isBackground } = statement
    if (isBackground) return refuse('A part of the line goes on in the background.')
    const texts: string[] = []
    // Where the next one runs if all before it succeeded, and all places where the line may be.
    let [sure, possible] = [folders, folders]
    for (const [index, pipeline] of pipelines.entries()) {
      const joint = joints[index - 1]
      const judged = await this.#pipeline(pipeline, joint === '&&' ? sure : possible)
      texts.push(joint === undefined ? judged.text : `${joint} ${judged.text}`)
      sure = joint === '||' ? union(sure, judged.folders) : judged.folders
      possible = union(possible, judged.folders)
    }
    return { text: texts.join(' '), folders: possible }
  }

  async #pipeline(pipeline: Pipeline, folders: Folders): Promise<Judged> {
    const { parts, pipes, isNegated, isTimed } = pipeline
    if (parts.length === 0) return refuse('A part of the line has no command.')
    const isAlone = parts.length === 1
    let text = `${isTimed ? 'time ' : ''}${isNegated ? '! ' : ''}`
    let after = folders
    for (const [index, part] of parts.entries()) {
      const judged = await this.#part(part, folders, isAlone)
      text += `${index === 0 ? '' : ` ${pipes[index - 1]} `}${judged.text}`
      if (isAlone) after = judged.folders
    }
    return { text, folders: isNegated ? union(folders, after) : after }
  }

  async #part(part: Part, folders: Folders, isAlone: boolean): Promise<Judged> {
    switch (part.kind) {
      case 'other':
        return refuse(`The line has ${part.why}.`)
      case 'group':
        return this.#group(part, folders)
      case 'simple':
        return this.#simple(part, folders, isAlone)
    }
  }

  async #group({ line, isSubshell, redirects }: Group, folders: Folders): Promise<Judged> {
    const inner = await this.line(line, folders)
    const text = isSubshell ? `( ${inner.text} )` : `{ ${inner.text}; }`
    return {
      text: [text, ...redirects.map(writtenRedirect)].join(' '),
      folders: isSubshell ? folders : inner.folders,
    }
  }

  async #simple(command: SimpleCommand, folders: Folders, isAlone: boolean): Promise<Judged> {
    const { assignments, redirects } = command
    const set = assignments.map(({ name, value }) => `${name}=${literalOf(value) ?? '\n'}`)
    const words = await this.#words(command.words, folders)
    if (words.length === 0) return refuse('The line sets a variable.')
    const started = startedCall(words, folders[0])
    const { words: call, before, starters, assignments: given } = started
    const variable = [...set, ...given].find((each) => !isPlainVariable(each))
    if (variable !== undefined) return refuse(`'${command.text}' sets a variable.`)
    if (!started.isPlain || words.at(before.length) !== call[0])
      return refuse(`'${starters[0] ?? words[0]}' starts a program that nobody has judged.`)
    if (before.some((word) => /^-(?:$|i|u|C|-(?:ignore|unset|chdir))/.test(word)))
      return refuse(`'${quoteWords(before)}' changes what the program finds.`)
    this.#findStarters(starters)
    this.calls.push({ command: command.text, words, started: call, folders })
    const judged = await this.#call(call, folders, isAlone && before.length === 0)
    const written = quoteWords([...before, ...judged.words])
    const texts = [...set.map(assigned), written, ...redirects.map(writtenRedirect)]
    return { text: texts.join(' '), folders: judged.folders }
  }

  /** Finds the files of programs that start others; `command` is a word of bash. */
  #findStarters(names: readonly string[]): void {
    for (const name of names.filter((each) => each !== 'command')) {
      const file = programFile(name, this.#limits)
      if (typeof file !== 'string') refuse(file.why)
      else this.files.push(file)
    }
  }

  async #call(words: readonly string[], folders: Folders, isAlone: boolean) {
    const builtin = whyNoBuiltin(words, this.#limits, folders)
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
    this.reads.push(first!)
    return { words: first!.words, folders }
  }

  /** Follows a `cd`, which counts only where it is a command of the line itself. */
  #moved({ goesTo }: BuiltinCall, folders: Folders, isAlone: boolean): Folders {
    if (goesTo === undefined) return folders
    if (!isAlone) return refuse('cd in a pipe or behind another program moves nothing.')
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
        const matches = folders.map((cwd) => expandPattern(word, cwd))
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

function assigned(text: string): string {
  const at = text.indexOf('=') + 1
  return `${text.slice(0, at)}${text.length > at ? quoteWords(['', text.slice(at)]).slice(3) : ''}`
}

function union(one: Folders, other: Folders): Folders {
  return [...new Set([...one, ...other])]
}

/** Writes a redirection to nowhere or between the two streams; every other one is refused. */
function writtenRedirect({ of, to, text }: Redirect): string {
  const written = REDIRECTS[`${of} ${to}`]
  return (
    written ?? refuse(`'${text}' redirects elsewhere than to /dev/null or between the streams.`)
  )
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
