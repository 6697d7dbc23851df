import type { JsonValue } from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import { jsTokens, type JsToken } from './js-tokens.ts'

/** What a module exports, as far as it is written down, and the places of what it would have to compute. */
export interface ModuleLiteral {
  readonly value: JsonValue | undefined
  readonly computed: readonly string[]
}

/** A tree of commands is nested, but no spec is deeper. */
const MAX_DEPTH = 60

/** More values are a flood: names that stand for lists of names can grow without end. */
const MAX_VALUES = 500_000

/**
 * Reads the object that a module exports by default without running it: literals, names of other literals of the
 * module, and spreads of them. Everything else is left out, and its place is noted.
 */
export function moduleLiteral(source: string): ModuleLiteral {
  const tokens = jsTokens(source)
  const names = declarations(tokens)
  const computed: string[] = []
  const open = new Set<string>()
  let values = 0

  const isEnd = (at: number): boolean => {
    const token = tokens[at]
    if (token === undefined) return true
    if (token.kind === 'mark') return /^[,\]});]$/.test(token.text)
    return token.startsLine && token.kind === 'word' && STATEMENTS.has(token.text)
  }

  /** Goes on behind an expression. */
  const skip = (from: number): number => {
    let at = from
    for (let depth = 0; at < tokens.length; at += 1) {
      if (depth === 0 && at > from && isEnd(at)) return at
      const { kind, text } = tokens[at]!
      if (kind !== 'mark') continue
      if (/^[([{]$/.test(text)) depth += 1
      else if (/^[)\]}]$/.test(text)) {
        if (depth === 0) return at
        depth -= 1
      } else if (depth === 0 && /^[,;]$/.test(text)) return at
    }
    return at
  }

  /** Reads the value of an expression; undefined if it is none that is written down. */
  const read = (
    at: number,
    place: string,
    depth: number,
  ): readonly [JsonValue | undefined, number] => {
    const end = skip(at)
    values += 1
    const [value, next] = depth > MAX_DEPTH || values > MAX_VALUES ? [] : primary(at, place, depth)
    if (value !== undefined && next !== undefined) {
      if (isEnd(next)) return [value, next]
      // A type says nothing of the value.
      const { kind, text } = tokens[next]!
      if (kind === 'word' && /^(?:as|satisfies)$/.test(text)) return [value, end]
      if (text === '+' && typeof value === 'string') {
        const [rest] = read(next + 1, place, depth + 1)
        if (typeof rest === 'string') return [value + rest, end]
      }
    }
    computed.push(place)
    return [undefined, end]
  }

  const primary = (
    at: number,
    place: string,
    depth: number,
  ): readonly [] | readonly [JsonValue | undefined, number] => {
    const token = tokens[at]
    if (token === undefined) return []
    const { kind, text } = token
    if (kind === 'text') return [text, at + 1]
    if (kind === 'number') return Number.isNaN(Number(text)) ? [] : [Number(text), at + 1]
    if (kind === 'mark') {
      if (text === '[') return list(at + 1, place, depth)
      if (text === '{') return object(at + 1, place, depth)
      // What small builds make of true and false.
      const word = tokens[at + 1]?.text
      if (text === '!' && (word === '0' || word === '1')) return [word === '0', at + 2]
      return []
    }
    if (kind !== 'word') return []
    if (text === 'true' || text === 'false') return [text === 'true', at + 1]
    if (text === 'null') return [null, at + 1]
    return isEnd(at + 1) || /^(?:as|satisfies)$/.test(tokens[at + 1]!.text)
      ? [named(text, place, depth), at + 1]
      : []
  }

  const named = (name: string, place: string, depth: number): JsonValue | undefined => {
    const at = names.get(name)
    if (at === undefined || open.has(name)) return undefined
    open.add(name)
    const [value] = read(at, place, depth + 1)
    open.delete(name)
    return value
  }

  const list = (from: number, place: string, depth: number): readonly [JsonValue, number] => {
    const items: JsonValue[] = []
    let at = from
    while (at < tokens.length && !isMark(tokens[at], ']')) {
      const isSpread = isMark(tokens[at], '...')
      const [value, next] = read(isSpread ? at + 1 : at, `${place}/${items.length}`, depth + 1)
      if (isSpread && Array.isArray(value)) items.push(...(value as JsonValue[]))
      else if (!isSpread && value !== undefined) items.push(value)
      at = isMark(tokens[next], ',') ? next + 1 : next
      if (next >= tokens.length || !/^[,\]]$/.test(tokens[next]!.text)) break
    }
    return [items, at + 1]
  }

  const object = (from: number, place: string, depth: number): readonly [JsonValue, number] => {
    const members = {}
    let at = from
    while (at < tokens.length && !isMark(tokens[at], '}')) {
      const key = tokens[at]!
      const below = `${place}/${key.text}`
      let next
      if (isMark(key, '...')) {
        const [value, behind] = read(at + 1, place, depth + 1)
        if (typeof value === 'object' && value !== null) Object.assign(members, value)
        next = behind
      } else if (key.kind !== 'mark' && isMark(tokens[at + 1], ':')) {
        const [value, behind] = read(at + 2, below, depth + 1)
        if (value !== undefined) setMember(members, key.text, value)
        next = behind
      } else if (key.kind === 'word' && /^[,}]$/.test(tokens[at + 1]?.text ?? '')) {
        const value = named(key.text, below, depth)
        if (value !== undefined) setMember(members, key.text, value)
        next = at + 1
      } else {
        // A method, or a name that is computed.
        computed.push(below)
        next = skip(at)
      }
      at = isMark(tokens[next], ',') ? next + 1 : next
      if (next >= tokens.length || !/^[,}]$/.test(tokens[next]!.text)) break
    }
    return [members, at + 1]
  }

  const start = exported(tokens)
  if (start === undefined) return { value: undefined, computed }
  const [value] = read(start, '', 0)
  return { value, computed: [...new Set(computed)] }
}

/** Words that start a statement, and so end an expression without a semicolon. */
const STATEMENTS = new Set([
  'const',
  'let',
  'var',
  'export',
  'function',
  'class',
  'import',
  'async',
])

function isMark(token: JsToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}

/** Finds where the value of each name of the module begins. */
function declarations(tokens: readonly JsToken[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  let depth = 0
  let isDeclaring = false
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'mark' && /^[([{]$/.test(text)) depth += 1
    else if (kind === 'mark' && /^[)\]}]$/.test(text)) depth -= 1
    if (depth !== 0) continue
    if (kind === 'word' && /^(?:const|let|var)$/.test(text)) isDeclaring = true
    else if (kind === 'mark' && text === ';') isDeclaring = false
    else if (isDeclaring && isMark(tokens[at], '=')) {
      const name = declaredName(tokens, at)
      if (name !== undefined) found.set(name, at + 1)
    }
  }
  return found
}

/** Finds the name before `=`, which a type may follow. */
function declaredName(tokens: readonly JsToken[], equals: number): string | undefined {
  for (let at = equals - 1; at > 0 && at > equals - 40; at -= 1) {
    const before = tokens[at - 1]!
    const isFirst = /^(?:const|let|var|,)$/.test(before.text)
    if (isFirst && tokens[at]!.kind === 'word') return tokens[at]!.text
  }
  return undefined
}

/** Finds where the value that a module exports begins. */
function exported(tokens: readonly JsToken[]): number | undefined {
  const at = tokens.findIndex(
    ({ text }, index) =>
      (text === 'default' && tokens[index - 1]?.text === 'export') ||
      (text === '=' && tokens[index - 1]?.text === 'exports' && tokens[index - 2]?.text === '.'),
  )
  if (at !== -1) return at + 1
  // `export { spec as default }`, as small builds write it.
  const alias = tokens.findIndex(
    ({ text }, index) => text === 'default' && tokens[index - 1]?.text === 'as',
  )
  return alias < 2 ? undefined : alias - 2
}
