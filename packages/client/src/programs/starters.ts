import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { objectOf, isJsonObject, parseJson } from 'surety/unstable/contract'
import { textIn } from '@surety/internal/own-folder.ts'
import table from './starters.json' with { type: 'json' }

interface Starter {
  readonly flags?: string
  /** Options whose value is the next word, or a part of the same. */
  readonly valued?: string
  /** How many words it takes for itself before the call. */
  readonly operands?: number
  /** Whether `-5` is an option, as of nice. */
  readonly numbers?: boolean
  /** Whether `A=b` may stand before the call. */
  readonly assignments?: boolean
  /** Whether it takes the options of the call for its own unless `--` stands before it. */
  readonly needsEnd?: boolean
  /** False if the call that it starts is never known to only read. */
  readonly reads?: boolean
  /** Whether it adds words to the call that nobody has seen. */
  readonly hands?: boolean
  /** Where it finds the program; the folder may have another one of that name. */
  readonly of?: string
}

const STARTERS: Readonly<Record<string, Starter>> = table

/** Programs of npm in a folder, by their path. */
const BIN = /^(?:\.\/)?node_modules\/\.bin\/([a-z]+)$/

/** A call that another one makes: `timeout 10 npm test` is npm's. */
export interface StartedCall {
  readonly words: readonly string[]
  /** The words before it, those of the programs that start it. */
  readonly before: readonly string[]
  /** The programs that start it. */
  readonly starters: readonly string[]
  /** Variables that are set for it. */
  readonly assignments: readonly string[]
  /** Whether it is read as the call itself is: nothing gives it more rights, or chooses its program. */
  readonly isPlain: boolean
  /** Whether words are added to it that nobody has seen. */
  readonly isHanded: boolean
}

/**
 * Finds the call at the end of words such as `timeout 10 nice npm test`; the words themselves if nothing starts it, or
 * if it is not certain which program that is. Without a folder no file is looked at, and a name is believed.
 */
export function startedCall(
  words: readonly string[],
  cwd: string | null = process.cwd(),
): StartedCall {
  const alone = {
    words,
    before: [],
    starters: [],
    assignments: [],
    isPlain: true,
    isHanded: false,
  }
  const [, bin] = BIN.exec(words[0] ?? '') ?? []
  if (bin !== undefined)
    return cwd === null || isInstalled(bin, cwd)
      ? { ...alone, words: [bin, ...words.slice(1)] }
      : alone
  const count = [2, 1].find((each) => Object.hasOwn(STARTERS, words.slice(0, each).join(' ')))
  if (count === undefined) return alone
  const starter = STARTERS[words.slice(0, count).join(' ')]!
  const start = startOf(words, starter, count)
  if (start === undefined || start.at >= words.length) return alone
  if (starter.of !== undefined && !isCertain(starter.of, words[start.at]!, cwd)) return alone
  const inner = startedCall(words.slice(start.at), cwd)
  return {
    words: inner.words,
    before: [...words.slice(0, start.at), ...inner.before],
    starters: [words[0]!, ...inner.starters],
    assignments: [...start.assignments, ...inner.assignments],
    isPlain: inner.isPlain && starter.reads !== false,
    isHanded: inner.isHanded || starter.hands === true,
  }
}

/** Finds where the call begins; undefined if an option is not known. */
function startOf(words: readonly string[], starter: Starter, count: number) {
  const flags = new Set(starter.flags?.split(' '))
  const valued = starter.valued?.split(' ') ?? []
  const assignments: string[] = []
  let left = starter.operands ?? 0
  let hasEnd = false
  let at = count
  for (; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '--' && !hasEnd && left === (starter.operands ?? 0)) {
      hasEnd = true
      continue
    }
    if (flags.has(word)) continue
    if (starter.numbers && /^-\d+$/.test(word)) continue
    if (valued.includes(word)) {
      at += 1
      continue
    }
    if (valued.some((each) => word.startsWith(each.startsWith('--') ? `${each}=` : each))) continue
    if (/^-./.test(word)) return undefined
    if (starter.assignments && /^[A-Za-z_]\w*=/.test(word)) assignments.push(word)
    else if (left > 0) left -= 1
    else break
  }
  return starter.needsEnd && !hasEnd ? undefined : { at, assignments }
}

/** The packages of programs that are described, and modules that need none. */
const PACKAGE_OF = new Map([
  ...['eslint', 'prettier', 'vitest', 'jest'].map((name) => [name, name] as const),
  ['tsc', 'typescript'],
])
const MODULES: ReadonlySet<string> = new Set(['pytest', 'pip', 'ruff'])

function isCertain(of: string, name: string, cwd: string | null): boolean {
  if (cwd === null) return of !== 'python' || MODULES.has(name)
  if (of !== 'python') return isInstalled(name, cwd)
  // A module of that name in the folder would be run in its place.
  return MODULES.has(name) && ![name, `${name}.py`].some((each) => existsSync(join(cwd, each)))
}

/** Tests whether the nearest program of that name is that of its own package. */
function isInstalled(name: string, cwd: string): boolean {
  const owner = PACKAGE_OF.get(name)
  if (owner === undefined) return false
  for (let at = resolve(cwd), above = ''; at !== above; [at, above] = [dirname(at), at]) {
    const modules = join(at, 'node_modules')
    if (!existsSync(join(modules, '.bin', name))) continue
    const manifest = parseJson(textIn(join(modules, owner, 'package.json')) ?? '')
    const bin = objectOf(manifest)['bin']
    return typeof bin === 'string' ? name === owner : isJsonObject(bin) && name in bin
  }
  return false
}

/** Tests an assignment for a variable with which programs read the same, only in other words or another order. */
export function isPlainVariable(assignment: string): boolean {
  return PLAIN_VARIABLE.test(assignment)
}

const PLAIN_VARIABLE = /^(?:LANG|LC_[A-Z]+|TZ|NO_COLOR|COLUMNS|LINES|CI|FORCE_COLOR)=[\w.@+:-]*$/
