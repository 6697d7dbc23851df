import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'

export interface LooseDocument {
  readonly value: JsonObject
  /** False if more text follows. */
  readonly isAll: boolean
}

/**
 * Reads an object in what is nearly JSON: with comments, other quotes or none, commas too many, words of Python or Ruby,
 * or cut. Nothing is built on it but a doubt.
 */
export function looseDocument(text: string): LooseDocument | undefined {
  const root: JsonObject = {}
  const open: (Record<string, JsonValue> | JsonValue[])[] = []
  let key: string | undefined
  let last: string | undefined
  const put = (value: JsonValue) => {
    const top = open.at(-1)
    if (Array.isArray(top)) top.push(value)
    // The first of several counts, because none of them can be believed.
    else if (top && key !== undefined && !Object.hasOwn(top, key)) setMember(top, key, value)
    key = undefined
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      const child = open.length > 0 ? (token === '{' ? {} : []) : root
      if (open.length > 0) put(child)
      else if (token === '[') return undefined
      open.push(child)
      last = undefined
    } else if (open.length === 0) {
      if (!COMMENT.test(token)) return undefined
    } else if (token === '}' || token === ']') {
      open.pop()
      if (open.length === 0) return { value: root, isAll: ENDS.test(text.slice(index + 1)) }
    } else if (token === ':' || token === '=>') key = last
    else if (token === ',') key = last = undefined
    else if (!COMMENT.test(token)) {
      const value = valueOf(token)
      last = String(value)
      put(value)
    }
  }
  return open.length > 0 ? { value: root, isAll: true } : undefined
}

type Scalar = string | number | boolean | null

const TOKEN =
  /\/\*[^]*?(?:\*\/|$)|(?:\/\/|#)[^\n]*|"(?:[^"\\]|\\[^])*(?:"|$)|'(?:[^'\\]|\\[^])*(?:'|$)|=>|[{}[\]:,]|[^\s{}[\]:,"'=]+/g
const COMMENT = /^(?:\/[/*]|#)/
const ENDS = /^[\s;)\0]*$/
const WORDS = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['nil', null],
  ['undefined', null],
])

function valueOf(token: string): Scalar {
  const quote = token[0]!
  if (quote === '"' || quote === "'") {
    const isClosed = token.length > 1 && token.endsWith(quote)
    return token.slice(1, isClosed ? -1 : undefined).replaceAll(/\\([^])/g, '$1')
  }
  const word = WORDS.get(token.toLowerCase())
  if (word !== undefined) return word
  const number = Number(token)
  return Number.isFinite(number) ? number : token
}
