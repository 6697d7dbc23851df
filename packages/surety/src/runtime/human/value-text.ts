import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import { cellOf, isScalarList, labelOf, summaryOf } from './terminal/cell.ts'
import { indented, narrowed, type Screen } from './terminal/screen.ts'
import { isTable, renderTable } from './terminal/table.ts'
import { hanging, longest, padTo, widthOf, wrapTo } from './terminal/text-width.ts'

/** The nesting depth of sections; deeper values are summarised. */
const MAX_SECTIONS = 4
/** The most hidden columns that are named below a table. */
const MAX_NAMED = 12
/** The most rows of a table that is shown record by record if it does not fit. */
const MAX_CARDS = 5

/** Renders any value: records as a table, members as a list of labels with sections below. */
export function renderValue(value: JsonValue, screen: Screen, depth = 0): string[] {
  if (isJsonObject(value)) return renderFields(value, screen, depth)
  if (!Array.isArray(value)) return renderText('', value, screen)
  if (isTable(value)) return renderRecords(value, screen, depth)
  return (value as readonly JsonValue[]).flatMap((each) => bulleted(each, screen, depth))
}

/** Renders the members of an object, plain values first, nested ones as sections. */
export function renderFields(object: JsonObject, screen: Screen, depth = 0): string[] {
  const members = Object.entries(object)
  const isPlain = ([, value]: [string, JsonValue]) =>
    depth >= MAX_SECTIONS || typeof value !== 'object' || value === null || fitsALine(value)
  const plain = members.filter(isPlain)
  const nested = members.filter((member) => !isPlain(member))
  const widest = longest(plain.map(([key]) => labelOf(key)))
  const labels = screen.columns === 0 ? widest : Math.min(widest, Math.floor(screen.columns / 3))
  const lines = plain.flatMap(([key, value]) => field(key, value, labels, screen))
  for (const [key, value] of nested) {
    if (lines.length > 0) lines.push('')
    const count = Array.isArray(value) ? screen.paint.dim(` ${value.length}`) : ''
    lines.push(screen.paint.bold(labelOf(key)) + count)
    lines.push(...indented(renderValue(value, narrowed(screen, 2), depth + 1), 2))
  }
  return lines
}

function renderRecords(records: readonly JsonObject[], screen: Screen, depth: number): string[] {
  const table = renderTable(records, screen)
  if (table.hidden.length === 0) return [...table.lines]
  if (records.length <= MAX_CARDS) {
    return records.flatMap((record, at) => [
      ...(at === 0 ? [] : ['']),
      ...renderFields(record, screen, depth + 1),
    ])
  }
  return [...table.lines, ...hiddenColumns(table.hidden, screen)]
}

/** Names the columns that a table left out, below it. */
export function hiddenColumns(hidden: readonly string[], screen: Screen): string[] {
  if (hidden.length === 0) return []
  const names = [
    ...hidden.slice(0, MAX_NAMED).map(oneLine),
    ...(hidden.length > MAX_NAMED ? [screen.glyphs.ellipsis] : []),
  ].join(', ')
  const note = `${hidden.length} more: ${names}`
  return ['', ...wrapTo(note, screen.columns).map(screen.paint.dim)]
}

function field(key: string, value: JsonValue, labels: number, screen: Screen): string[] {
  const label = labelOf(key)
  const isOwnLine = widthOf(label) > labels
  const lines = renderText(key, value, narrowed(screen, labels + 2))
  if (isOwnLine) return [screen.paint.dim(label), ...lines.map((line) => `  ${line}`)]
  return hanging(`${screen.paint.dim(padTo(label, labels))}  `, lines)
}

/** Renders a value without sections; text keeps its line breaks. */
function renderText(key: string, value: JsonValue, screen: Screen): string[] {
  const cell = cellOf(key, value, screen)
  const text =
    typeof value === 'string' && value.includes('\n')
      ? visibleText(value.replaceAll('\r\n', '\n').replaceAll('\t', '  '), '\n').trimEnd()
      : cell.text
  // A URL with a line break can be neither clicked nor copied, so the terminal wraps it.
  const columns = /^https?:\/\/\S+$/.test(text) ? 0 : screen.columns
  return wrapTo(text, columns).map((line) => cell.style(line))
}

function bulleted(value: JsonValue, screen: Screen, depth: number): string[] {
  const inner = narrowed(screen, 2)
  const isShallow = depth < MAX_SECTIONS
  const lines = isShallow ? renderValue(value, inner, depth + 1) : [summaryOf(value, inner)]
  const mark = screen.paint.dim(screen.glyphs.bullet)
  return hanging(`${mark} `, lines.length === 0 ? [''] : lines)
}

function fitsALine(value: JsonValue): boolean {
  if (isScalarList(value)) return true
  return isJsonObject(value) && Object.keys(value).length === 0
}
