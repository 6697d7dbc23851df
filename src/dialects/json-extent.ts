/** How far a JSON document reaches, or where it stops being one. */
export interface Extent {
  readonly kind: 'complete' | 'cut' | 'broken'
  /** Behind the document, at the end of the text, or at the first character that does not fit. */
  readonly end: number
  /** Whether at least one member or element was read before it broke: a document, not a stray bracket. */
  readonly isDocument: boolean
  /** Where the string began that the break is in or directly behind; -1 if there is none. */
  readonly stringStart: number
}

/** Deeper documents are taken for garbage. */
const MAX_DEPTH = 10_000
/** Shared by all calls, which never overlap: a flood of brackets must not allocate. */
const isObject = new Uint8Array(MAX_DEPTH)

/**
 * Follows a JSON document from its opening bracket, strictly, in one pass and without recursion.
 * Strictness bounds the work: a flood of brackets breaks at once and is never followed twice.
 */
export function extentOf(text: string, start: number): Extent {
  let depth = 0
  let at = start
  let isDocument = false
  let stringStart = -1
  // What may come next: a value, a key, or what follows a value.
  let wants: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'more' = 'value'
  const result = (kind: Extent['kind'], end: number): Extent => ({
    kind,
    end,
    isDocument,
    stringStart,
  })

  for (;;) {
    let unit = text.charCodeAt(at)
    while (unit === SPACE || unit === LF || unit === CR || unit === TAB) {
      unit = text.charCodeAt(++at)
    }
    if (at >= text.length) return result('cut', text.length)

    if (unit === QUOTE) {
      const isKey: boolean = wants === 'key' || wants === 'key-or-end'
      if (!isKey && wants !== 'value' && wants !== 'value-or-end') return result('broken', at)
      stringStart = at
      const end = endOfString(text, at)
      if (end < 0) return result(end === CUT ? 'cut' : 'broken', end === CUT ? text.length : -end)
      at = end
      wants = isKey ? 'colon' : 'more'
      continue
    }
    const behindString = stringStart
    stringStart = -1
    if (unit === COLON && wants === 'colon') {
      isDocument = true
      wants = 'value'
      at += 1
      continue
    }
    if (unit === COMMA && wants === 'more') {
      isDocument = true
      wants = isObject[depth - 1] === 1 ? 'key' : 'value'
      at += 1
      continue
    }
    if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      const closesObject = unit === CLOSE_BRACE
      const fits = wants === 'more' || wants === (closesObject ? 'key-or-end' : 'value-or-end')
      if (!fits || (isObject[depth - 1] === 1) !== closesObject) {
        stringStart = behindString
        return result('broken', at)
      }
      depth -= 1
      at += 1
      if (depth === 0) return result('complete', at)
      isDocument = true
      wants = 'more'
      continue
    }
    if (wants === 'value' || wants === 'value-or-end') {
      if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
        if (depth === MAX_DEPTH) return result('broken', at)
        isObject[depth] = unit === OPEN_BRACE ? 1 : 0
        depth += 1
        at += 1
        wants = unit === OPEN_BRACE ? 'key-or-end' : 'value-or-end'
        continue
      }
      const end = endOfScalar(text, at)
      if (end > at) {
        at = end
        wants = 'more'
        continue
      }
    }
    stringStart = behindString
    return result('broken', at)
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const SPACE = 0x20
const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const CUT = -1

/**
 * Finds the end of a string: {@link CUT} where the text ends first, the negated place where it breaks.
 * A string inside a document begins behind its bracket, so no place is mistaken for {@link CUT}.
 */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit === BACKSLASH) at += 1
    else if (unit < SPACE) return -at
  }
  return CUT
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function endOfScalar(text: string, at: number): number {
  SCALAR.lastIndex = at
  return SCALAR.test(text) ? SCALAR.lastIndex : at
}
