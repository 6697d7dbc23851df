import type { JsonValue } from '../contract/index.ts'
import { scanBareDocuments } from './bare-documents.ts'
import type { Reading } from './reading.ts'

/** What a command without an envelope printed. */
export interface Printed {
  readonly isEmpty: boolean
  /** The one value, a list of them where every line is one, else the text as it is. */
  readonly value: JsonValue
  /** Every document that was found, in order. */
  readonly documents: readonly JsonValue[]
  /** The source of each document. */
  readonly sources: readonly string[]
}

/** Reads stdout as a value without an envelope; what is not JSON stays text. */
export function readPrinted(reading: Reading): Printed {
  const text = reading
    .text('stdout')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return { isEmpty: true, value: null, documents: [], sources: [] }
  const { whole } = reading
  if (whole !== undefined) {
    return { isEmpty: false, value: whole, documents: [whole], sources: [text] }
  }
  const scalars = scalarLines(text)
  if (scalars) {
    return { isEmpty: false, value: oneOrList(scalars), documents: scalars, sources: [] }
  }
  const documents: JsonValue[] = []
  const sources: string[] = []
  const outstanding: JsonValue[] = []
  let covered = 0
  const report = scanBareDocuments(text, (value, source, standsOut) => {
    documents.push(value)
    sources.push(source)
    covered += source.length
    if (standsOut) outstanding.push(value)
  })
  const found = { isEmpty: false, documents, sources }
  if (report.cut) reading.problem('document_cut', 'stdout ends inside a JSON document')
  const last = outstanding.at(-1)
  if (last === undefined || report.cut) {
    if (!report.cut) reading.problem('not_json', 'stdout is no JSON; it is kept as text')
    return { ...found, value: text }
  }
  if (outstanding.length > 1 && isLinewise(text, outstanding.length, covered)) {
    return { ...found, value: outstanding }
  }
  return { ...found, value: last }
}

/** One document to a line and nothing else is a list, one element to a line. */
function isLinewise(text: string, count: number, covered: number): boolean {
  let breaks = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks === count - 1 && text.length - covered <= 2 * breaks
}

function oneOrList(values: readonly JsonValue[]): JsonValue {
  return values.length === 1 ? (values[0] ?? null) : values
}

/** Reads text of which every line is a JSON scalar; looked for first, since strings may hold brackets. */
function scalarLines(text: string): readonly JsonValue[] | undefined {
  const values: JsonValue[] = []
  for (const line of text.split('\n', MAX_SCALARS)) {
    if (line.trim() === '') continue
    // Documents are looked for afterwards; a flood of brackets must not reach the parser.
    if (/^\s*[[{]/.test(line)) return undefined
    try {
      values.push(JSON.parse(line) as JsonValue)
    } catch {
      // A line of prose: the whole is text.
      return undefined
    }
  }
  return values
}

const MAX_SCALARS = 1_000_000
