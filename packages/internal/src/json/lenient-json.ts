/**
 * Rewrites JSON as people and models type it as strict JSON: comments, trailing commas, names without quotation marks
 * and texts in single ones. Undefined if it is none of that. With `mend` the nearest document that can be meant is
 * given: colons and commas that are missing, words without quotation marks, brackets that stay open.
 */
export function toStrictJson(text: string, mend = false): string | undefined {
  const tokens = tokensOf(text)
  if (tokens === undefined) return undefined
  const reader = new Reader(tokens, mend)
  const value = reader.value(0)
  return value !== undefined && reader.isAtEnd ? value : undefined
}

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|([{}[\]:,])|("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')|([^\s{}[\]:,"'/]+)/y

const MAX_DEPTH = 200

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (found === null) return undefined
    const token = found[1] ?? found[2] ?? found[3]
    if (token !== undefined) tokens.push(token)
  }
  return tokens
}

class Reader {
  readonly #tokens: readonly string[]
  readonly #mends: boolean
  #at = 0

  constructor(tokens: readonly string[], mends: boolean) {
    this.#tokens = tokens
    this.#mends = mends
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  value(depth: number): string | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || depth > MAX_DEPTH) return undefined
    this.#at += 1
    if (token === '{') return this.#list('}', () => this.#member(depth))
    if (token === '[') return this.#list(']', () => this.value(depth + 1))
    if (/^[}\]:,]$/.test(token)) return undefined
    return scalar(token) ?? (this.#mends ? quoted(token) : undefined)
  }

  #list(end: '}' | ']', read: () => string | undefined): string | undefined {
    const parts: string[] = []
    for (;;) {
      if (this.#skips(end) || (this.isAtEnd && this.#mends))
        return `${end === '}' ? '{' : '['}${parts.join(',')}${end}`
      const part = read()
      if (part === undefined) return undefined
      parts.push(part)
      const next = this.#tokens[this.#at]
      if (next !== end && !this.#skips(',') && !this.#mends) return undefined
    }
  }

  #member(depth: number): string | undefined {
    const name = this.#tokens[this.#at]
    if (name === undefined || /^[{}[\]:,]$/.test(name)) return undefined
    this.#at += 1
    if (!this.#skips(':') && !this.#mends) return undefined
    const value = this.value(depth + 1)
    return value === undefined ? undefined : `${quoted(name)}:${value}`
  }

  #skips(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }
}

/** Writes a text or a number, a truth or nothing; undefined for any other word. */
function scalar(token: string): string | undefined {
  if (/^["']/.test(token)) return quoted(token)
  if (/^(?:true|false|null)$/.test(token)) return token
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) return token
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$|^0[xX][\dA-Fa-f]{1,12}$/.test(token))
    return undefined
  const number = Number(token)
  return Number.isFinite(number) ? String(number) : undefined
}

function quoted(token: string): string {
  if (token.startsWith('"')) return token
  if (!token.startsWith("'")) return JSON.stringify(token)
  const inner = token.slice(1, -1).replaceAll(/\\'|"/g, (mark) => (mark === '"' ? '\\"' : "'"))
  return `"${inner}"`
}
