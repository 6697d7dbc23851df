import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { oneLine } from '@surety/internal/visible-text.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { bounded } from './depth.ts'
import { isScalar, joinPath, toRows } from './table-rows.ts'

/**
 * Plain text for grep, cut and awk: a list is a header and tab-separated rows, an object is one
 * line of path, tab, value for each leaf. A value never takes more than one line.
 */
export const plain: Format = {
  id: 'plain',
  mediaType: 'text/plain',
  lossless: false,
  render(value) {
    const shallow = bounded(value)
    if (Array.isArray(shallow)) return list(shallow as readonly JsonValue[]).join('\n')
    return isJsonObject(shallow) ? leafLines('', shallow).join('\n') : cell(shallow)
  },
}

function list(elements: readonly JsonValue[]): string[] {
  if (!elements.some(isJsonObject)) return elements.map(cell)
  const { columns, rows } = toRows(elements)
  const header = columns.map(oneLine)
  return [header, ...rows.map((row) => row.map(cell))].map((cells) => cells.join('\t'))
}

function leafLines(path: string, value: JsonValue): string[] {
  if (isScalar(value) || isListOfScalars(value)) return [`${oneLine(path)}\t${cell(value)}`]
  const members = Object.entries(value)
  if (members.length === 0) return path === '' ? [] : [`${oneLine(path)}\t`]
  return members.flatMap(([key, member]) => leafLines(joinPath(path, key), member))
}

function isListOfScalars(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > 0 && value.every(isScalar)
}

function cell(value: JsonValue | undefined): string {
  if (value == null) return ''
  if (isListOfScalars(value)) return value.map(cell).join(', ')
  return oneLine(typeof value === 'string' ? value : toJsonText(value))
}
