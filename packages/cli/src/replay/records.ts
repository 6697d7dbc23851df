import { isJsonObject, parseJson } from 'surety/unstable/contract'
import { LineSplitter } from '@surety/internal/lines.ts'
import { ConsoleLog } from './console-log.ts'
import { ItemSplitter } from './item-splitter.ts'
import { isObject, type TranscriptRecord } from './transcript.ts'

/** Bytes of one line or one item; a longer one is counted as damaged. */
const MAX_RECORD = 16 * 1024 * 1024

/** The lists of documents whose items are records. */
const LISTS: ReadonlySet<string> = new Set(['trajectory', 'messages', 'parts'])

/** What of a file could not be read. */
export interface Damage {
  /** Lines and items that are no JSON object, or too long. */
  damaged: number
  /** Whether the file ends inside of a value. */
  isCut: boolean
}

/**
 * Reads records from the bytes of a transcript, in bounded memory: the lines of NDJSON, or the items of a document.
 * Which of them it is, its first line tells.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  damage: Damage,
): AsyncGenerator<TranscriptRecord> {
  let splitter: RecordSplitter | undefined
  let head: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (splitter === undefined) {
      head = Buffer.concat([head, chunk])
      splitter = chooseSplitter(head, damage, false)
      if (splitter) yield* splitter.feed(head)
    } else yield* splitter.feed(chunk)
  }
  if (splitter === undefined) {
    splitter = chooseSplitter(head, damage, true)
    yield* splitter!.feed(head)
  }
  yield* splitter!.end()
}

interface RecordSplitter {
  feed: (chunk: Uint8Array) => Iterable<TranscriptRecord>
  end: () => Iterable<TranscriptRecord>
}

/** Enough to hold the first line of a log; a first line that is longer is taken for a document. */
const MAX_HEAD = 1024 * 1024

function chooseSplitter(
  head: Uint8Array,
  damage: Damage,
  isWhole: boolean,
): RecordSplitter | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length)
  const end = text.indexOf(0x0a)
  if (end < 0 && !isWhole && head.length < MAX_HEAD) return undefined
  const first = text
    .toString('utf8', 0, end < 0 ? Math.min(head.length, MAX_HEAD) : end)
    .replace(/^\uFEFF/, '')
    .trim()
  const value = parseJson(first)
  // A line of a log is an object; a document is laid out on many lines, or is one that is very long.
  const isDocument =
    value === undefined
      ? /^[[{]$/.test(first) || (end < 0 && /^[[{]/.test(first))
      : !isObject(value)
  return isDocument ? new DocumentRecords(damage) : new LineRecords(damage)
}

class LineRecords implements RecordSplitter {
  readonly #lines = new LineSplitter(MAX_RECORD)
  readonly #log = new ConsoleLog()
  readonly #damage: Damage
  #hasValues = false

  constructor(damage: Damage) {
    this.#damage = damage
  }

  *feed(chunk: Uint8Array): Generator<TranscriptRecord> {
    for (const { text, problem } of this.#lines.feed(chunk)) yield* this.#read(text, problem)
  }

  *end(): Generator<TranscriptRecord> {
    for (const { text, problem } of this.#lines.end()) {
      const before = this.#damage.damaged
      yield* this.#read(text, problem)
      if (this.#damage.damaged > before || this.#log.isOpen) this.#damage.isCut = true
    }
    yield* this.#log.end()
  }

  *#read(text: string, problem: string | null): Generator<TranscriptRecord> {
    if (this.#log.isOpen) {
      yield* this.#log.feed(text)
      return
    }
    if (problem !== 'too_long' && text.trim() === '') return
    const value = problem === 'too_long' ? undefined : parseJson(text)
    if (isJsonObject(value)) {
      this.#hasValues = true
      yield* itemsIn(value)
      return
    }
    this.#damage.damaged += 1
    if (this.#hasValues) return
    yield* this.#log.feed(text)
    // What a terminal showed before the first message is no damage.
    if (this.#log.isOpen) this.#damage.damaged = 0
  }
}

/** Gives a value, or the items of its list if it is a whole document on one line, and what stands beside them. */
function* itemsIn(value: Readonly<Record<string, unknown>>): Generator<TranscriptRecord> {
  const lists = Object.entries(value).filter(([at, list]) => LISTS.has(at) && Array.isArray(list))
  if (lists.length === 0) yield { at: '', value }
  else {
    const beside = Object.entries(value).filter(([at]) => !LISTS.has(at))
    yield { at: 'document', value: Object.fromEntries(beside) }
  }
  for (const [at, list] of lists)
    for (const item of list as readonly unknown[]) if (isObject(item)) yield { at, value: item }
}

class DocumentRecords implements RecordSplitter {
  readonly #items = new ItemSplitter(LISTS, MAX_RECORD)
  readonly #damage: Damage
  /** The members of a document that has no list so far: it may be one record, laid out on many lines. */
  #members: Map<string, unknown> | undefined = new Map()
  #size = 0

  constructor(damage: Damage) {
    this.#damage = damage
  }

  *feed(chunk: Uint8Array): Generator<TranscriptRecord> {
    for (const { at, text, isItem } of this.#items.feed(chunk)) {
      const value = text === undefined ? undefined : parseJson(text)
      this.#size += text?.length ?? 0
      if (isItem || this.#size > MAX_RECORD) this.#members = undefined
      else if (value !== undefined) this.#members?.set(at, value)
      // Members beside the lists: a name, a version.
      if (!isItem && value !== undefined) yield { at: 'document', value: { [at]: value } }
      else if (isJsonObject(value)) yield* at === '' ? itemsIn(value) : [{ at, value }]
      else if (isItem) this.#damage.damaged += 1
    }
  }

  end(): readonly TranscriptRecord[] {
    if (!this.#items.isEnded) this.#damage.isCut = true
    else if (this.#members !== undefined && this.#members.size > 0)
      return [{ at: '', value: Object.fromEntries(this.#members) }]
    return []
  }
}
