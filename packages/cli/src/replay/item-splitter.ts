/** A value inside of a JSON document, as text; undefined if it is too long. */
export interface Item {
  /** The member of the document; empty for the items of a document that is a list. */
  readonly at: string
  readonly text: string | undefined
  /** Whether it is an item of a list. */
  readonly isItem: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const COMMA = 0x2c
const COLON = 0x3a

/** 1 for a byte that opens a value, 2 for one that closes it, 3 for one between. */
const EDGES = new Uint8Array(256)
for (const byte of [0x7b, BRACKET]) EDGES[byte] = 1
for (const byte of [0x7d, 0x5d]) EDGES[byte] = 2
for (const byte of [COMMA, COLON]) EDGES[byte] = 3

/** Bytes of a member beside the lists: a name, a version, the state of a stored call; longer ones are passed over. */
const MAX_MEMBER = 1024 * 1024

/**
 * Splits a JSON document into the items of some of its lists, and its other members, while it arrives. Holds one of
 * them, of at most `maxBytes`. It follows strings and brackets alone: whether an item is JSON, its parser tells.
 */
export class ItemSplitter {
  readonly #lists: ReadonlySet<string>
  readonly #maxBytes: number
  #depth = 0
  #inString = false
  #isEscaped = false
  /** Whether the items of a list are read, and how deep they are. */
  #inList = false
  #level = 1
  #key = ''
  /** Whether the name of a member comes next. */
  #isKey = false
  #parts: Buffer[] = []
  #size = 0
  #hasBegun = false

  constructor(lists: ReadonlySet<string>, maxBytes: number) {
    this.#lists = lists
    this.#maxBytes = maxBytes
  }

  /** Whether the document was closed. */
  get isEnded(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  *feed(chunk: Uint8Array): Generator<Item> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    let start = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#inString = false
        continue
      }
      if (byte === QUOTE) this.#inString = true
      if (EDGES[byte] === 0) continue
      const item = this.#edge(byte, bytes, start, at)
      if (item === undefined) continue
      start = at + 1
      if (item !== null) yield item
    }
    this.#keep(bytes.subarray(start))
  }

  /** Looks at a byte that may end a value: undefined if it is inside of one, null if it ends nothing that is wanted. */
  #edge(byte: number, bytes: Buffer, start: number, at: number): Item | null | undefined {
    if (EDGES[byte] === 1) {
      this.#depth += 1
      return this.#opened(byte)
    }
    const isOuter = this.#depth === this.#level
    if (EDGES[byte] === 2) {
      if (this.#depth > 0) this.#depth -= 1
      if (!isOuter) return undefined
      const item = this.#take(bytes.subarray(start, at))
      this.#inList = false
      this.#level = 1
      return item
    }
    if (!isOuter) return undefined
    if (byte === COMMA) {
      const item = this.#take(bytes.subarray(start, at))
      this.#isKey = !this.#inList
      return item
    }
    if (!this.#isKey) return undefined
    this.#keep(bytes.subarray(start, at))
    this.#key = nameIn(this.#held() ?? '')
    this.#isKey = false
    return null
  }

  #opened(byte: number): null | undefined {
    const isList = byte === BRACKET
    const isRoot = this.#depth === 1
    const isWanted =
      this.#depth === 2 && !this.#inList && isList && !this.#isKey && this.#lists.has(this.#key)
    if (!isRoot && !isWanted) return undefined
    if (isRoot) this.#key = ''
    this.#hasBegun = true
    this.#inList = isList
    this.#level = this.#depth
    this.#isKey = !isList
    this.#held()
    return null
  }

  #take(last: Uint8Array): Item | null {
    this.#keep(last)
    const text = this.#held()
    return text?.trim() === '' ? null : { at: this.#key, text, isItem: this.#inList }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#depth === 0 && !this.#hasBegun) return
    this.#size += bytes.length
    if (this.#isTooLong()) this.#parts = []
    else if (bytes.length > 0) this.#parts.push(Buffer.from(bytes))
  }

  #isTooLong(): boolean {
    return this.#size > (this.#inList ? this.#maxBytes : MAX_MEMBER)
  }

  /** Gives what was kept, and starts anew. */
  #held(): string | undefined {
    const text = this.#isTooLong() ? undefined : Buffer.concat(this.#parts).toString()
    this.#parts = []
    this.#size = 0
    return text
  }
}

function nameIn(text: string): string {
  return text.trim().replaceAll('"', '').slice(0, 100)
}
