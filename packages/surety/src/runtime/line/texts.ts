import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { findUnusableIn, findUnusableText } from '@surety/internal/usable-text.ts'
import { parseJson } from '../../contract/index.ts'
import { coerce } from '../../schema/coerce.ts'
import type { Definition } from '../../schema/index.ts'
import { isCount, isRequired, isSecret, isText, listIn, type Param } from './params.ts'
import type { Line, Token, Word } from './read.ts'
import type { Taken, TakeText } from './values.ts'

type Given = Extract<Token, { readonly kind: 'given' }>

/** Takes the options of a line; returns the words that are left for arguments. */
export function takeTokens(taken: Taken, line: Line, args: readonly Param[]): readonly Word[] {
  const { tokens, words } = withAnswers(line, args)
  for (const token of tokens) {
    if (token.kind === 'given') takeGiven(taken, token)
    else taken.findings.push(token)
    if (token.kind === 'no-value') taken.failed.add(token.named.param)
  }
  return words
}

/** Gives words that no argument needs to the switches before them: `--force false` must not mean yes. */
export function withAnswers({ tokens, words }: Line, args: readonly Param[]) {
  const spare = words.length - args.filter(isRequired).length
  const answers = words.filter(({ answers: token }) => token).slice(0, Math.max(0, spare))
  if (answers.length === 0) return { tokens, words }
  const texts = new Map(answers.map(({ answers: token, text }) => [token, text]))
  return {
    tokens: tokens.map((token) =>
      texts.has(token) ? { ...token, text: texts.get(token) } : token,
    ),
    words: words.filter(({ answers: token }) => !token || !texts.has(token)),
  } as Pick<Line, 'tokens' | 'words'>
}

/** A list collects all values, a count adds, the form with `no-` turns a switch round; else the last one wins. */
function takeGiven(taken: Taken, { named, spelled, text }: Given): void {
  const { param, isPositive } = named
  const { values } = taken
  if (text !== undefined) {
    takeText(taken, param, text, spelled)
    const value = values.get(param)
    if (!isPositive && typeof value === 'boolean') values.set(param, !value)
  } else if (isCount(param.def))
    values.set(param, isPositive ? Number(values.get(param) ?? 0) + 1 : 0)
  else values.set(param, isPositive)
}

/** Reads a text as the value of a parameter. An option may give a whole list as JSON; a word is one item, verbatim. */
export const takeText: TakeText = (taken, param, text, spelled) => {
  const { values, texts, failed, findings, secrets } = taken
  const list = listIn(param.def)
  const isHidden = isSecret(param)
  if (isHidden) secrets.push(text)
  const read = readText(param, text, spelled !== undefined || param.set === 'env')
  if (isHidden) secrets.push(...secretsOf(param.def, read.value).filter((each) => each !== text))
  texts.set(param, text)
  if (read.issues.length > 0) {
    failed.add(param)
    for (const { item = text, ...issue } of read.issues)
      findings.push({
        kind: 'invalid',
        param,
        issues: [issue],
        text: item,
        spelled: spelled ?? param.spelled,
      })
  } else if (list) {
    const items = (values.get(param) ?? []) as unknown[]
    for (const item of read.value as readonly unknown[]) items.push(item)
    values.set(param, items)
  } else values.set(param, read.value)
}

interface Read {
  readonly value: unknown
  readonly issues: readonly {
    readonly message: string
    readonly code: string
    readonly item?: string
  }[]
}

/** Reads a text before its schema checks it. */
function readText(param: Param, text: string, mayBeList: boolean): Read {
  const read = readUsable(param, text, mayBeList)
  // JSON can escape what its text does not have.
  const unusable =
    findUnusableText(text) ?? (text.includes('\\u') ? findUnusableIn(read.value) : undefined)
  if (unusable === undefined) return read
  return { value: undefined, issues: [{ code: 'INVALID_VALUE', message: unusable }] }
}

function readUsable({ def }: Param, text: string, mayBeList: boolean): Read {
  const list = listIn(def)
  const whole = list && mayBeList ? parseJsonList(list.item, text) : undefined
  if (whole !== undefined) return { value: whole, issues: lossIn(text, whole, text) }
  const item = list?.item ?? def
  const values: unknown[] = []
  const issues: Read['issues'][number][] = []
  for (const part of partsOf(list?.separator, text)) {
    const read = isText(item) ? ({ ok: true, value: part } as const) : coerce(item, part)
    if (!read.ok) issues.push({ ...read, item: part })
    else {
      const isJson =
        typeof read.value === 'object' || (typeof read.value === 'number' && def.kind === 'json')
      issues.push(...(isJson ? lossIn(part, read.value, part) : []))
      values.push(read.value)
    }
  }
  return { value: list ? values : values[0], issues }
}

/** Says what a JSON text loses when it is read. */
function lossIn(text: string, value: unknown, item: string): Read['issues'] {
  const lost = findInexactness(text, value)
  if (lost === undefined) return []
  const message =
    lost.kind === 'number'
      ? `expected numbers that JSON readers keep; write ${lost.text.slice(0, 100)} as text`
      : 'expected an object without two members of one name'
  return [{ code: 'INVALID_VALUE', message, item }]
}

/** Splits a text into the items of a list; blank ones do not count. */
function partsOf(separator: string | undefined, text: string): readonly string[] {
  if (separator === undefined) return [text]
  const parts = text.split(separator).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/** Parses a text as a whole list in JSON; undefined if it is a single item. */
function parseJsonList(item: Definition, text: string): readonly unknown[] | undefined {
  if (!text.startsWith('[') || item.kind === 'array') return undefined
  // A text that only starts with a bracket is a single item.
  const value = parseJson(text)
  return Array.isArray(value) ? value : undefined
}

/** Lists the secret texts in a value: itself, or what its secret members hold. */
function secretsOf(
  def: Definition,
  value: unknown,
  isHidden = false,
  depth = 0,
): readonly string[] {
  // Far deeper than input that anybody writes, and far from the end of the stack.
  if (depth > 500) return []
  const hides = isHidden || def.secret === true
  if (typeof value !== 'object' || value === null)
    return hides && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : []
  const inside = (part: Definition, of: unknown) => secretsOf(part, of, hides, depth + 1)
  if (def.kind === 'union') return def.options.flatMap((option) => inside(option, value))
  return Object.entries(value).flatMap(([name, part]) => inside(definitionAt(def, name), part))
}

/** Finds what is known of a member, or an item, of a value. */
function definitionAt(def: Definition, name: string): Definition {
  if (def.kind === 'array') return def.item
  if (def.kind === 'record') return def.value
  const own = def.kind === 'object' && def.members.find(([known]) => known === name)?.[1]
  return own || { kind: 'unknown' }
}
