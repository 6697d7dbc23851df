import { isNegative, isOption } from '@surety/internal/option-word.ts'
import { parseJson } from '../../../contract/index.ts'
import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { findUnusableIn, findUnusableText } from '@surety/internal/usable-text.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { secretsOf, valueProblem, type Field } from './field.ts'
import { unknownFlag, type Flag, type FlagTable } from './flag-table.ts'

/** The tokens of a command line, before the positional ones are assigned to arguments. */
export interface Scanned {
  /** The options that it was read with. */
  readonly table: FlagTable
  /** Values by slot; undefined if the command line has none. */
  readonly values: unknown[]
  /** The text behind each value, for messages. */
  readonly texts: (string | undefined)[]
  /** Slots with an unreadable or missing value. */
  readonly failed: Set<number>
  readonly words: {
    readonly text: string
    readonly afterUnknown: boolean
    /** The switch before the word, which may be its value. */
    readonly answers?: { readonly flag: Flag; readonly name: string; readonly mention: number }
  }[]
  /** Every mention of an option, with what it says. */
  readonly mentions: { readonly slot: number; text: string }[]
  readonly problems: InputProblem[]
  /** The texts of secret parameters, valid or not; they must not be shown. */
  readonly secrets: string[]
}

const MAX_ADVISED = 50

/** Reads the options of an argv and collects the positional tokens; never throws, finds all problems. */
export function scan(argv: readonly string[], table: FlagTable): Scanned {
  const found: Scanned = {
    table,
    values: [],
    texts: [],
    failed: new Set(),
    words: [],
    mentions: [],
    problems: [],
    secrets: [],
  }
  const { words, problems } = found
  let afterUnknown = false
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at]!
    if (token === '--') {
      for (const text of argv.slice(at + 1)) words.push({ text, afterUnknown: false })
      break
    }
    if (!isFlagLike(token, table)) {
      words.push({ text: token, afterUnknown })
      afterUnknown = false
      continue
    }
    const known = problems.length
    const next = argv[at + 1]
    at += token.startsWith('--') ? readLong(token, next, found) : readCluster(token, next, found)
    afterUnknown = problems.length > known && problems.at(-1)!.code === 'UNKNOWN_FLAG'
  }
  return found
}

/** Reads `--flag`, `--flag=value` or `--flag value`; returns how many more tokens it used. */
function readLong(token: string, next: string | undefined, found: Scanned): number {
  const equals = token.indexOf('=')
  const name = equals < 0 ? token : token.slice(0, equals)
  const flag = found.table.long(name)
  if (flag === undefined) return refuse(token, next, found)
  return equals < 0
    ? takeNext(flag, name, next, found)
    : takeText(flag, name, token.slice(equals + 1), found)
}

/** Reads `-a`, `-abc`, `-n5`, `-n=5` or `-n 5`; returns how many more tokens it used. */
function readCluster(token: string, next: string | undefined, found: Scanned): number {
  const { table } = found
  const equals = token.indexOf('=')
  // One dash too few: -force means --force, and reading it as -f -o … could do harm.
  if (token.length > 2 && table.long(`-${equals < 0 ? token : token.slice(0, equals)}`))
    return refuse(token, next, found)
  for (let at = 1; at < token.length; at += 1) {
    const name = `-${token[at]!}`
    const flag = table.short(name)
    // The rest may be the value of the unknown option, so it is not read.
    if (flag === undefined) return refuse(at === 1 ? token : name, undefined, found)
    const rest = token.slice(at + 1)
    if (rest === '') return takeNext(flag, name, next, found)
    if (rest.startsWith('=')) return takeText(flag, name, rest.slice(1), found)
    if (!flag.field.isSwitch) return takeText(flag, name, rest, found)
    turnOn(flag, found)
  }
  return 0
}

function refuse(token: string, next: string | undefined, { table, words, problems }: Scanned) {
  // Nobody reads more advice, and looking for it takes long.
  const isAdvised = problems.length < MAX_ADVISED
  const value = isValue(next, table) ? next : undefined
  const { problem, used } = unknownFlag(table, token, value, { first: words[0]?.text, isAdvised })
  problems.push(problem)
  return used
}

function isValue(next: string | undefined, table: FlagTable): next is string {
  return next !== undefined && next !== '--' && !isFlagLike(next, table)
}

function takeNext(flag: Flag, name: string, next: string | undefined, found: Scanned): number {
  const { field, slot } = flag
  const { table, failed, mentions, problems, words } = found
  if (field.isSwitch) {
    turnOn(flag, found)
    if (field.isCount || (next !== 'true' && next !== 'false')) return 0
    const mention = mentions.length - 1
    words.push({ text: next, afterUnknown: false, answers: { flag, name, mention } })
    return 1
  }
  if (isValue(next, table)) return takeText(flag, name, next, found) + 1
  failed.add(slot)
  problems.push(missingValue(field, name, next))
  return 0
}

/** Tests whether a token is an option; `-`, `-5` and `- text` are not. */
export function isFlagLike(token: string, table: FlagTable): boolean {
  if (token.length < 2 || !token.startsWith('-')) return false
  if (token.startsWith('--')) return true
  return isNegative(token) ? table.short(token.slice(0, 2)) !== undefined : isOption(token)
}

/** Sets a switch, or counts it once more; the form with `no-` starts again from nothing. */
function turnOn({ field, slot, isPositive }: Flag, { values, mentions }: Scanned): void {
  mentions.push({ slot, text: String(isPositive) })
  values[slot] = field.isCount ? Number(isPositive) * (Number(values[slot] ?? 0) + 1) : isPositive
}

/** Takes words that no argument needs as values of the switches before them: `--force false` must not mean yes. */
export function takeAnswers(found: Scanned, positionals: readonly Field[]): void {
  const { words, mentions } = found
  if (!words.some(({ answers }) => answers)) return
  const spare = words.length - positionals.filter(({ isRequired }) => isRequired).length
  if (spare <= 0) return
  const taken = new Set(words.filter(({ answers }) => answers).slice(0, spare))
  const rest = words.filter((word) => !taken.has(word))
  words.length = 0
  for (const word of rest) words.push(word)
  // The last mention wins, however each is written.
  const last = new Map(mentions.map(({ slot }, at) => [slot, at]))
  for (const { text, answers } of taken) {
    const { flag, name, mention } = answers!
    mentions[mention]!.text = text
    if (last.get(flag.slot) === mention) takeSwitch(flag, name, text, found)
  }
}

/** Takes the value of an option; it used no further token. */
function takeText(flag: Flag, name: string, text: string, found: Scanned): 0 {
  found.mentions.push({ slot: flag.slot, text })
  takeSwitch(flag, name, text, found)
  return 0
}

/** Takes the value of an option; the form with `no-` turns that of a switch round. */
function takeSwitch(flag: Flag, name: string, text: string, found: Scanned): void {
  takeValue(flag.field, flag.slot, name, text, found)
  const value = found.values[flag.slot]
  if (!flag.isPositive && typeof value === 'boolean') found.values[flag.slot] = !value
}

/** Reads a text as the value of a field; a list collects all values, any other field keeps the last. */
export function takeValue(
  field: Field,
  slot: number,
  param: string,
  text: string,
  found: Scanned,
  isWord = false,
): void {
  if (field.isSecret) found.secrets.push(text)
  const { value, problems } = readText(field, text, param, isWord)
  if (field.isSecret)
    found.secrets.push(...secretsOf(field.json, value).filter((secret) => secret !== text))
  found.texts[slot] = text
  found.problems.push(...problems)
  if (problems.length > 0) found.failed.add(slot)
  else if (field.isArray) {
    const items = (found.values[slot] ??= []) as unknown[]
    for (const item of value as readonly unknown[]) items.push(item)
  } else found.values[slot] = value
}

/** Reads a text before its schema checks it. A flag may give a whole list as JSON; a word is one item, verbatim. */
export function readText(
  field: Field,
  text: string,
  param = field.param,
  isWord = false,
): { readonly value: unknown; readonly problems: readonly InputProblem[] } {
  const read = readUsable(field, text, param, isWord)
  // JSON can escape what its text does not have.
  const unusable =
    findUnusableText(text) ?? (text.includes('\\u') ? findUnusableIn(read.value) : undefined)
  if (unusable === undefined) return read
  const problem = { code: 'INVALID_VALUE', message: unusable }
  return { value: undefined, problems: [valueProblem(field, param, problem, text)] }
}

function readUsable(
  field: Field,
  text: string,
  param: string,
  isWord: boolean,
): ReturnType<typeof readText> {
  const refuse = (message: string, item = text) =>
    valueProblem(field, param, { code: 'INVALID_VALUE', message }, item)
  const whole = field.isArray && !isWord ? parseJsonList(field, text) : undefined
  if (whole !== undefined) {
    const lost = lossIn(text, whole)
    return { value: whole, problems: lost === undefined ? [] : [refuse(lost)] }
  }
  const values: unknown[] = []
  const problems: InputProblem[] = []
  for (const item of itemsOf(field, text)) {
    const read = field.coerce(item)
    const lost = read.ok && isJsonText(field, read.value) ? lossIn(item, read.value) : undefined
    if (lost !== undefined) problems.push(refuse(lost, item))
    else if (read.ok) values.push(read.value)
    else problems.push(valueProblem(field, param, read, item))
  }
  return { value: field.isArray ? values : values[0], problems }
}

function isJsonText(field: Field, value: unknown): boolean {
  return typeof value === 'object' || (typeof value === 'number' && field.json['x-kind'] === 'json')
}

/** Says what a JSON text loses when it is read. */
function lossIn(text: string, value: unknown): string | undefined {
  const lost = findInexactness(text, value)
  if (lost === undefined) return undefined
  return lost.kind === 'number'
    ? `expected numbers that JSON readers keep; write ${lost.text.slice(0, 100)} as text`
    : 'expected an object without two members of one name'
}

/** Splits a text into the items of a list; blank ones do not count. */
function itemsOf({ separator }: Field, text: string): readonly string[] {
  if (separator === undefined) return [text]
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Parses a text as a whole list in JSON; undefined if it is a single item. */
function parseJsonList(field: Field, text: string): readonly unknown[] | undefined {
  const { items } = field.json as { readonly items?: { readonly type?: unknown } }
  if (!text.startsWith('[') || items?.type === 'array') return undefined
  // Undefined: a text that only starts with a bracket is a single item.
  const value = parseJson(text)
  return Array.isArray(value) ? value : undefined
}

function missingValue(field: Field, name: string, next: string | undefined): InputProblem {
  const allowed = field.json['enum']
  const suggestion = next === undefined || next === '--' ? undefined : `${name}=${next}`
  return {
    param: name,
    code: 'MISSING_VALUE',
    message: `${name} needs a value${suggestion === undefined ? '' : `; if ${next} is the value, write ${suggestion}`}.`,
    ...(Array.isArray(allowed) && { allowed }),
    ...(suggestion !== undefined && suggestion.length <= 200 && { suggestion }),
  }
}
