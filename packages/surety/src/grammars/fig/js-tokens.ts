/** A token of JavaScript or TypeScript, as far as literals need it. */
export interface JsToken {
  readonly kind: 'text' | 'number' | 'word' | 'mark' | 'other'
  /** The value of a text without substitutions, else the token as it is written. */
  readonly text: string
  /** Whether it is the first of its line. */
  readonly startsLine: boolean
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const NUMBER = /\d[\w.]*/y
const TEXT = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const MARK = /=>|\.\.\.|[^\s]/y

/** Splits source into tokens. A regular expression can stand only where a value can. */
export function jsTokens(source: string): readonly JsToken[] {
  const tokens: JsToken[] = []
  let at = 0
  let startsLine = true
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const add = (kind: JsToken['kind'], text: string): void => {
    tokens.push({ kind, text, startsLine })
    startsLine = false
  }
  while (at < source.length) {
    const space = match(SPACE)
    if (space !== undefined) {
      startsLine ||= space.includes('\n')
      continue
    }
    if (source[at] === '`') {
      const end = templateEnd(source, at)
      const inner = source.slice(at + 1, end - 1)
      at = end
      if (inner.includes('${')) add('other', inner)
      else add('text', unescaped(inner))
      continue
    }
    const text = match(TEXT)
    if (text !== undefined) {
      add('text', unescaped(text.slice(1, -1)))
      continue
    }
    const word = match(WORD)
    if (word !== undefined) {
      add('word', word)
      continue
    }
    const number = match(NUMBER)
    if (number !== undefined) {
      add('number', number)
      continue
    }
    const regex = source[at] === '/' && mayStartValue(tokens.at(-1)) ? match(REGEX) : undefined
    if (regex === undefined) add('mark', match(MARK)!)
    else add('other', regex)
  }
  return tokens
}

function mayStartValue(before: JsToken | undefined): boolean {
  if (before === undefined || before.kind === 'word') return before?.text !== 'this'
  return before.kind === 'mark' && !/^[)\]}]$/.test(before.text)
}

/** Finds the end of a template, whose substitutions may hold templates. */
function templateEnd(source: string, start: number): number {
  const depths: number[] = []
  let depth = 0
  let isText = true
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source[at]
    if (isText) {
      if (char === '\\') at += 1
      else if (char === '$' && source[at + 1] === '{') {
        depths.push(depth)
        depth = 0
        isText = false
        at += 1
      } else if (char === '`') {
        if (depths.length === 0) return at + 1
        isText = false
        depth = depths.pop()!
      }
    } else if (char === '{') depth += 1
    else if (char === '`') {
      depths.push(depth)
      isText = true
    } else if (char === '}') {
      if (depth > 0) depth -= 1
      else {
        depth = depths.pop() ?? 0
        isText = true
      }
    }
  }
  return source.length
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', '\n': '' }

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi,
    (_all, long?: string, four?: string, two?: string, one = '') => {
      const code = Number.parseInt(long ?? four ?? two ?? '', 16)
      if (Number.isNaN(code)) return ESCAPES[one] ?? one
      return code > 0x10ffff ? '' : String.fromCodePoint(code)
    },
  )
}
