import { isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { bounded } from './depth.ts'
import { isScalar, joinPath, toRows } from './table-rows.ts'

/**
 * Markdown: a flat object is a table of two columns, a list of flat objects a table, and anything
 * deeper one section for each leaf, headed by its dotted path.
 */
export const md: Format = {
  id: 'md',
  mediaType: 'text/markdown',
  lossless: false,
  render(value) {
    const shallow = bounded(value)
    if (isJsonObject(shallow) && isFlat(shallow)) return keyValueTable(shallow)
    if (isScalar(shallow) || isListTable(shallow)) return leaf(shallow)
    return sections('', shallow).join('\n\n')
  },
}

function sections(path: string, value: JsonValue): string[] {
  const members = isScalar(value) || isListTable(value) ? [] : Object.entries(value)
  if (members.length > 0) {
    return members.flatMap(([key, member]) => sections(joinPath(path, key), member))
  }
  return [`## ${escapeInline(oneLine(path))}\n\n${leaf(value)}`.trimEnd()]
}

function leaf(value: JsonValue): string {
  if (Array.isArray(value)) {
    const elements = value as readonly JsonValue[]
    if (elements.length === 0) return ''
    if (elements.every(isScalar)) return elements.map((each) => `- ${inline(each)}`).join('\n')
    const { columns, rows } = toRows(elements)
    return table(
      columns.map(escapeInline),
      rows.map((row) => row.map(cell)),
    )
  }
  if (typeof value === 'string' && /[\n\r]/.test(value)) return fenced(value)
  return isJsonObject(value) ? '' : inline(value)
}

function keyValueTable(object: JsonObject): string {
  const rows = Object.entries(object).map(([key, value]) => [
    escapeInline(oneLine(key)),
    cell(value),
  ])
  return rows.length === 0 ? '' : table(['Key', 'Value'], rows)
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header.map(oneLine)), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

function isFlat(object: JsonObject): boolean {
  return Object.values(object).every((value) => isScalar(value) || isScalarList(value))
}

function isScalarList(value: JsonValue): boolean {
  return Array.isArray(value) && value.every(isScalar)
}

/** Tests for a list that fits one section: scalars or flat objects. */
function isListTable(value: JsonValue): boolean {
  if (!Array.isArray(value)) return false
  const elements = value as readonly JsonValue[]
  const isFlatRow = (each: JsonValue) =>
    isJsonObject(each) && Object.keys(each).length > 0 && isFlat(each)
  return elements.every(isScalar) || elements.every(isFlatRow)
}

function cell(value: JsonValue | undefined): string {
  if (value == null) return ''
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(cell).join(', ')
  if (typeof value !== 'string') return escapeInline(toJsonText(value))
  const lines = value.split(/\r\n|[\n\r]/).map((line) => escapeInline(oneLine(line)))
  return lines.join('<br>')
}

function inline(value: JsonValue): string {
  if (value === null) return ''
  const text = escapeInline(oneLine(typeof value === 'string' ? value : toJsonText(value)))
  // A leading mark would turn the value into a heading, a list or a quotation.
  return text.replace(/^(\s*)([#>+\-*=~]|\d+[.)])(?=\s|$|[#>\-*=~])/, '$1\\$2')
}

/** Escapes what would end a table cell or look like HTML. */
function escapeInline(text: string): string {
  return text.replace(/[\\|<`]/g, '\\$&')
}

/** Puts text in a fence that is longer than any in the text. */
function fenced(text: string): string {
  const body = visibleText(text.replaceAll(/\r\n?/g, '\n'), '\n\t')
  let longest = 2
  for (const [run] of body.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${body}\n${fence}`
}
