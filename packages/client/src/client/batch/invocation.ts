import type { Safety } from '../decide/policy.ts'
import { isJsonObject, parseJson, SuretyError, type JsonValue } from 'surety/unstable/contract'
import {
  addDialect,
  type Dialect,
  isDialectFile,
  isKnownDialect,
  loadDialect,
} from 'surety/unstable/dialects'
import { findUnusableText } from '@surety/internal/usable-text.ts'

export interface Invocation {
  readonly argv: readonly string[]
  /** Names the call; no two calls of a batch have the same. Default: its place in the batch. */
  readonly id?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Variables that must be set where the call runs; their values do not travel. */
  readonly env_from?: readonly string[]
  /** What the tool finds on its standard input; closed if absent. */
  readonly stdin?: string
  /** An id, `auto`, `plain`, or the path of a dialect file. */
  readonly dialect?: string
  readonly safety?: Safety
  readonly timeout_ms?: number
  readonly pages?: number | 'all'
  readonly idempotency_key?: string | true
}

/** Stands for a line with other bytes: its words would not be those that were meant. */
export const NOT_UTF8 = '\0'

/** Reads a line; gives its problem if it has one. */
export function parseInvocation(line: string): Invocation | string {
  if (line === NOT_UTF8) return 'the line is not UTF-8'
  // Some editors start a file with a byte order mark.
  const value = parseJson(line.replace(/^\uFEFF/, ''))
  if (value === undefined) return 'the line is not JSON'
  if (isWords(value)) return { argv: value }
  if (!isJsonObject(value)) return 'the line is neither an object nor a list of words'
  const problems = Object.entries(value).flatMap(([name, member]) => problemOf(name, member))
  if (value['argv'] === undefined) problems.push("'argv' is missing")
  return problems.length === 0 ? (value as unknown as Invocation) : problems.join('; ')
}

type Check = readonly [fits: (value: JsonValue) => boolean, expected: string]

const CHECKS: { readonly [name: string]: Check | undefined } = {
  argv: [isWords, 'a list of words that starts with a program'],
  id: [isName, 'text'],
  cwd: [isName, 'the path of a folder'],
  env: [isVariables, 'an object of variables with text as values'],
  env_from: [isNames, 'a list of names of variables'],
  stdin: [(value) => typeof value === 'string' && value.isWellFormed(), 'text'],
  dialect: [isName, 'text'],
  safety: [
    (value) => value === 'unknown' || value === 'safe' || value === 'idempotent',
    "'safe', 'idempotent' or 'unknown'",
  ],
  timeout_ms: [isCount, `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`],
  pages: [(value) => value === 'all' || isCount(value), "a whole number above 0, or 'all'"],
  idempotency_key: [(value) => value === true || isName(value), 'text, or true'],
}

function problemOf(name: string, value: JsonValue): readonly string[] {
  const [fits, expected] = (Object.hasOwn(CHECKS, name) && CHECKS[name]) || []
  if (fits === undefined) return [`'${name}' is not a member of an invocation`]
  return fits(value) ? [] : [`'${name}' must be ${expected}`]
}

function isWords(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value[0] !== '' &&
    value.every((word) => typeof word === 'string' && isUsable(word))
  )
}

/** Tests whether a program can be given a text as it is. */
function isUsable(text: string): boolean {
  return findUnusableText(text) === undefined
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && isUsable(value)
}

function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((name) => isName(name) && !String(name).includes('='))
}

function isVariables(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, text]) => /^[^=\0]+$/.test(name) && typeof text === 'string' && isUsable(name + text),
    )
  )
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

/** The ids of a batch: with the same id twice, the answer of one call would be returned for the other. */
export class CallIds {
  readonly #lines = new Map<string, number>()

  take(id: string | undefined, line: number): string | undefined {
    if (id === undefined) return undefined
    const earlier = this.#lines.get(id)
    if (earlier !== undefined) return `its id '${id}' is that of line ${earlier}`
    this.#lines.set(id, line)
    return undefined
  }

  takeLine(text: string, line: number): void {
    // Most lines without an id need not be parsed.
    const parsed = text.includes('id') ? parseInvocation(text) : ''
    const message = typeof parsed === 'object' ? this.take(parsed.id, line) : undefined
    if (message === undefined) return
    throw new SuretyError('ID_REPEATED', 'ARG_ERROR', `Line ${line} cannot be run: ${message}.`, {
      phase: 'validation',
      fix_required: 'Give every call an id of its own. Nothing was run.',
    })
  }
}

/** Makes a function that finds a dialect by name or file, or says why there is none. It reads each file once. */
export function createDialectFinder() {
  const files = new Map<string, Promise<Dialect>>()
  return async (
    word: string,
  ): Promise<{ readonly dialect?: string | Dialect; readonly message?: string }> => {
    if (word === 'auto' || word === 'plain' || isKnownDialect(word)) return { dialect: word }
    if (!isDialectFile(word)) return { message: `there is no dialect '${word}'` }
    const loading = files.get(word) ?? loadDialect(word)
    files.set(word, loading)
    try {
      const dialect = await loading
      addDialect(dialect.id, async () => dialect)
      return { dialect }
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) }
    }
  }
}
