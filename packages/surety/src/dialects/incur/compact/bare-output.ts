import { parseJson, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { mayStandOut, scanBareDocuments } from '../../json/scan-documents.ts'
import { RecordReader, type RecordStream, LastValues, MAX_PRINTED } from '../records.ts'
import { MAX_OTHERS, type CaptureReader } from '../../read/capture-reader.ts'
import { isErrorBody } from '../../read/bare-error.ts'

export interface Printed {
  readonly isEmpty: boolean
  readonly value: JsonValue
  readonly isList: boolean
  readonly others: readonly JsonValue[]
  readonly records: RecordStream | undefined
  readonly errorBody: { readonly document: JsonObject; readonly text: string } | undefined
}

/** The most characters that are kept of text that is not JSON; the end counts, where errors are. */
const MAX_TEXT = 8 * 1024 * 1024

/** Reads stdout as a value without an envelope. Of endless output only the end is kept, which is reported. */
export function readPrinted(reading: CaptureReader): Printed {
  const text = reading
    .text('stdout')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return { ...NOTHING, isEmpty: true, value: null }
  const { whole } = reading
  if (whole !== undefined) {
    const only = new PrintedDocuments(text)
    only.add(whole.value, text, true, 0)
    return { ...only.found(), value: whole.value }
  }
  const scalars = scalarLines(text)
  if (scalars) {
    const values = endOf(reading, scalars, 'values')
    return { ...NOTHING, value: values.length === 1 ? values[0]! : values }
  }
  const found = new PrintedDocuments(text)
  const report = scanBareDocuments(
    text,
    (...document) => found.add(...document),
    (start, end) => found.wants(start, end),
  )
  const { last } = found
  const all = found.found()
  const { records } = all
  if (records && records.leftOut > 0) complain(reading, `${records.leftOut} records`)
  if (report.cut) reading.problem('document_cut', 'stdout ends inside a JSON document')
  if (last === undefined || report.cut) {
    if (!report.cut) reading.problem('not_json', 'stdout is not JSON; it is kept as text')
    // The text is not needed for a stream of records.
    return { ...all, value: records ? null : endOfText(reading, text) }
  }
  const { lines } = found
  if (!lines) return { ...all, value: last }
  return { ...all, isList: true, value: records ? null : endOf(reading, lines, 'documents') }
}

const NOTHING = {
  isEmpty: false,
  isList: false,
  others: [],
  records: undefined,
  errorBody: undefined,
} as const

function complain(reading: CaptureReader, what: string): void {
  reading.problem('output_too_long', `the first ${what} on stdout were left out`)
}

function endOf<T>(reading: CaptureReader, values: LastValues<T>, what: string): readonly T[] {
  if (values.leftOut > 0) complain(reading, `${values.leftOut} ${what}`)
  return values.toArray()
}

function endOfText(reading: CaptureReader, text: string): string {
  if (text.length <= MAX_TEXT) return text
  complain(reading, `${text.length - MAX_TEXT} characters`)
  // A slice alone would keep the whole text in memory.
  return JSON.parse(JSON.stringify(text.slice(-MAX_TEXT))) as string
}

const BRACE = 0x7b

class PrintedDocuments {
  last: JsonValue | undefined
  readonly #text: string
  readonly #others: JsonValue[] = []
  #errorBody: Printed['errorBody']
  readonly #records = new RecordReader()
  readonly #lines = new LastValues<JsonValue>(MAX_PRINTED)
  #isLinewise = true
  #count = 0
  #end = 0

  constructor(text: string) {
    this.#text = text
  }

  found(): Omit<Printed, 'value'> {
    return {
      ...NOTHING,
      others: this.#others,
      records: this.#records.read(),
      errorBody: this.#errorBody,
    }
  }

  /** Skips brackets in sentences after the first ones; there may be millions. */
  wants(start: number, end: number): boolean {
    if (this.#isLinewise || this.#records.isStream || this.#others.length <= MAX_OTHERS) return true
    return this.#text.charCodeAt(start) === BRACE || mayStandOut(this.#text, start, end)
  }

  add(value: JsonValue, source: string, standsOut: boolean, start: number): void {
    // One of these may turn out to be the answer.
    if (this.#others.length <= MAX_OTHERS) this.#others.push(value)
    if (isErrorBody(value)) this.#errorBody = { document: value, text: source }
    if (standsOut) this.last = value
    this.#records.add(value, source)
    this.#addLine(value, source, standsOut, start)
  }

  /** The documents, if each has a line of its own and there is nothing else. */
  get lines(): LastValues<JsonValue> | undefined {
    const isWhole = this.#isLinewise && this.#count > 1 && this.#end === this.#text.length
    return isWhole ? this.#lines : undefined
  }

  #addLine(value: JsonValue, source: string, standsOut: boolean, start: number): void {
    if (!this.#isLinewise) return
    const gap = this.#text.slice(this.#end, start)
    const isNext = this.#count === 0 ? start === 0 : gap === '\n' || gap === '\r\n'
    if (!isNext || !standsOut || source.includes('\n')) {
      this.#isLinewise = false
      this.#lines.clear()
      return
    }
    this.#count += 1
    this.#end = start + source.length
    this.#lines.push(value)
  }
}

/** Reads text with a JSON scalar on every line; tried first, because strings may contain brackets. */
function scalarLines(text: string): LastValues<JsonValue> | undefined {
  const values = new LastValues<JsonValue>(MAX_PRINTED)
  for (const [untrimmed] of text.matchAll(/[^\n]+/g)) {
    const line = untrimmed.trim()
    if (line === '') continue
    // Documents are searched later; a flood of brackets must not reach the parser.
    if (line.startsWith('[') || line.startsWith('{')) return undefined
    const value = parseJson(line)
    // A line of prose makes the whole output text.
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}
