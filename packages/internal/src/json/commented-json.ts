/** A value in a text of JSON with comments and trailing commas, and where it stands. */
export interface JsonNode {
  readonly value: unknown
  readonly start: number
  readonly end: number
  /** The members of an object or the elements of an array; undefined for everything else. */
  readonly children?: readonly JsonChild[]
}

/** A child of an object or an array; of a member, `start` is where its name begins. */
export interface JsonChild {
  readonly key: string | number
  readonly start: number
  readonly node: JsonNode
}

const TRIVIA = /(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/y
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/y
const MAX_DEPTH = 200

/** Reads JSON with comments and trailing commas; by the offsets a change keeps every other byte of the file. */
export function readCommentedJson(text: string): JsonNode {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const peek = (): string => {
    TRIVIA.lastIndex = at
    TRIVIA.exec(text)
    at = TRIVIA.lastIndex
    TOKEN.lastIndex = at
    return TOKEN.exec(text)?.[0] ?? ''
  }
  const take = (...wanted: readonly string[]): string => {
    const token = peek()
    const fits = wanted.length === 0 || wanted.includes(token)
    if (token === '' || !fits) throw new SyntaxError(`Unexpected text at offset ${at}`)
    at += token.length
    return token
  }
  const readNode = (depth: number): JsonNode => {
    if (depth > MAX_DEPTH) throw new SyntaxError('Nested too deeply')
    const token = take()
    const start = at - token.length
    if (token !== '{' && token !== '[') return { value: JSON.parse(token), start, end: at }
    const children: JsonChild[] = []
    const close = token === '{' ? '}' : ']'
    while (peek() !== close) {
      if (children.length > 0) take(',')
      if (peek() === close) break
      children.push(readChild(token === '{' ? null : children.length, depth))
    }
    take(close)
    const entries = children.map(({ key, node }) => [key, node.value] as const)
    const value = token === '{' ? Object.fromEntries(entries) : entries.map(([, item]) => item)
    return { value, start, end: at, children }
  }
  const readChild = (index: number | null, depth: number): JsonChild => {
    peek()
    const start = at
    if (index !== null) return { key: index, start, node: readNode(depth + 1) }
    const key: unknown = JSON.parse(take())
    if (typeof key !== 'string') throw new SyntaxError(`A name is missing at offset ${start}`)
    take(':')
    return { key, start, node: readNode(depth + 1) }
  }
  const root = readNode(0)
  peek()
  if (at < text.length) throw new SyntaxError(`Unexpected text at offset ${at}`)
  return root
}
