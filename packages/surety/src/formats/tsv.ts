import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { bounded } from './depth.ts'
import { toRows } from './table-rows.ts'

/**
 * Tab-separated values: a header row, then one row for each element. Tabs, line breaks, other
 * controls and backslashes inside a value are written as backslash escapes, so a row is a line.
 */
export const tsv: Format = {
  id: 'tsv',
  mediaType: 'text/tab-separated-values',
  lossless: false,
  render(value) {
    const { columns, rows } = toRows(listOf(bounded(value)))
    if (value === null || columns.length === 0) return ''
    return [columns.map(escapeCell), ...rows.map((row) => row.map(cell))]
      .map((cells) => cells.join('\t'))
      .join('\n')
  },
  parse(text) {
    const [header = [], ...rows] = text
      .split('\n')
      .map((line) => line.split('\t').map(unescapeCell))
    return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
  },
}

/** Finds the list in a value: itself, the only member of an object, or a list of one. */
function listOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[]
  if (!isJsonObject(value)) return [value]
  const [only, ...others] = Object.values(value)
  const isWrapper = Array.isArray(only) && others.length === 0 && only.every(isJsonObject)
  return isWrapper ? only : [value]
}

function cell(value: JsonValue | undefined): string {
  if (value == null) return ''
  return escapeCell(typeof value === 'string' ? value : toJsonText(value))
}

const SHORT: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const LONG: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }

function escapeCell(text: string): string {
  return visibleText(text.replace(/[\\\t\n\r]/g, (char) => SHORT[char]!))
}

function unescapeCell(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|([tnr\\]))/g, (_all, unit?: string, short?: string) =>
    unit === undefined ? LONG[short!]! : String.fromCharCode(Number.parseInt(unit, 16)),
  )
}
