import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { cellOf, labelOf, type Cell } from './cell.ts'
import type { Screen } from './screen.ts'
import { cutTo, longest, padTo, widthOf, wrapTo } from './text-width.ts'

interface Column extends Omit<ColumnLayout, 'width'> {
  readonly label: string
  readonly cells: readonly Cell[]
  /** The width that shows every cell in full, and the smallest useful width. */
  readonly natural: number
  readonly least: number
}

const GAP = 2
/** The smallest width of a column with words, and with sentences of more than `from` columns. */
const LEAST = { words: 10, sentences: 20, from: 40 }
/** No screen fits more columns, so the rest is hidden at once. */
const MAX_COLUMNS = 100
const IDENTITY = /^(id|name|title|key|slug)$/i
/** The limits of a small table, which wraps long text instead of cutting it. */
const WRAPPED = { rows: 12, columns: 4, lines: 3, width: 16 }

export interface ColumnLayout {
  readonly key: string
  readonly align: 'left' | 'right'
  readonly width: number
  /** Whether it names the record. */
  readonly isLead: boolean
}

/** Renders records as a table that fits the screen, and names hidden columns; with `hasMore` others follow. */
export function renderTable(records: readonly JsonObject[], screen: Screen, hasMore = false) {
  const { columns: room, paint, glyphs } = screen
  const all = columnsOf(records, screen)
  // A later record may fill a column that is empty so far.
  const filled = hasMore || room === 0 ? all : withoutEmpty(all, room, glyphs.none)
  const shown = room === 0 ? all : withoutLeastImportant(filled, room)
  const widths = fit(shown, room)
  const line = (cells: readonly string[]) => cells.join(' '.repeat(GAP)).trimEnd()
  const header = line(
    shown.map(({ label, align }, at) =>
      paint.bold(padTo(cutTo(label, widths[at]!, glyphs.ellipsis), widths[at]!, align)),
    ),
  )
  const rule = paint.dim(line(widths.map((width) => glyphs.line.repeat(width))))
  const isSmall = records.length <= WRAPPED.rows && shown.length <= WRAPPED.columns
  const most = isSmall ? WRAPPED.lines : 1
  const rows = records.flatMap((_, row) => {
    const cells = shown.map(({ cells }, at) => cellLines(cells[row]!, widths[at]!, most, screen))
    const height = cells.reduce((most, { length }) => Math.max(most, length), 1)
    return Array.from({ length: height }, (_, level) =>
      line(
        shown.map(({ cells: own, align }, at) =>
          padTo(own[row]!.style(cells[at]![level] ?? ''), widths[at]!, align),
        ),
      ),
    )
  })
  const kept = new Set(shown)
  // Nobody misses a column without a value.
  const hidden = all
    .filter((column) => !kept.has(column) && !isEmpty(column, glyphs.none))
    .map(({ key }) => key)
  const columns = shown.map(({ key, align, isLead }, at) => ({
    key,
    align,
    isLead,
    width: widths[at]!,
  }))
  return { lines: [header, rule, ...rows], hidden, columns }
}

function columnsOf(records: readonly JsonObject[], screen: Screen): Column[] {
  const keys = new Set(records.flatMap((record) => Object.keys(record)))
  return [...keys].map((key, at) => {
    const values = records.map((record) => (Object.hasOwn(record, key) ? record[key] : undefined))
    const isLead = at === 0 && IDENTITY.test(key)
    const cells = values.map((value) => {
      const cell = cellOf(key, value, screen)
      return isLead ? { ...cell, style: screen.paint.cyan } : cell
    })
    const label = labelOf(key)
    const natural = Math.max(widthOf(label), longest(cells.map(({ text }) => text)))
    const given = cells.filter((_, row) => values[row] !== undefined && values[row] !== null)
    const isRigid = given.length > 0 && given.every((cell) => cell.isRigid)
    const align =
      given.length > 0 && given.every((cell) => cell.align === 'right') ? 'right' : 'left'
    const least = natural > LEAST.from ? LEAST.sentences : LEAST.words
    return {
      key,
      label,
      cells,
      isLead,
      align,
      natural,
      least: isRigid ? natural : Math.min(natural, least),
    }
  })
}

/** Hides columns without a value, the last ones first, as long as texts would be cut for them. */
function withoutEmpty(columns: readonly Column[], room: number, none: string): readonly Column[] {
  const empty = columns.filter((column) => isEmpty(column, none))
  let width = sum(columns.map(({ natural }) => natural)) + gaps(columns)
  const left = new Set(columns)
  for (const column of empty.toReversed()) {
    if (width <= room || left.size === 1) break
    left.delete(column)
    width -= column.natural + GAP
  }
  return columns.filter((column) => left.has(column))
}

function isEmpty({ cells }: Column, none: string): boolean {
  return cells.every(({ text }) => text === none)
}

/** Hides columns, the least important and last ones first, until the rest fits. */
function withoutLeastImportant(columns: readonly Column[], room: number): readonly Column[] {
  let shown = columns.slice(0, MAX_COLUMNS)
  while (shown.length > 1 && sum(shown.map(({ least }) => least)) + gaps(shown) > room) {
    const leastImportant = shown.reduce((low, column) =>
      importance(column) <= importance(low) ? column : low,
    )
    shown = shown.filter((column) => column !== leastImportant)
  }
  return shown
}

function importance({ key, cells }: Column): number {
  if (IDENTITY.test(key)) return 3
  if (/^(status|state|message|description|content|code)$/i.test(key)) return 2
  // A column with the same value in every row is the least important.
  return cells.length > 1 && cells.every(({ text }) => text === cells[0]!.text) ? 0 : 1
}

/** Distributes the width: each column gets its minimum, then all that need more get equal shares. */
function fit(columns: readonly Column[], room: number): number[] {
  const natural = columns.map((column) => column.natural)
  let free = room - gaps(columns) - sum(columns.map(({ least }) => least))
  if (room === 0 || sum(natural) + gaps(columns) <= room) return natural
  const widths = columns.map(({ least }) => least)
  if (free < 0) return widths.map((width) => Math.min(width, Math.max(1, room)))
  for (;;) {
    const tooNarrow = widths.flatMap((width, at) => (width < natural[at]! ? [at] : []))
    if (tooNarrow.length === 0 || free < 1) return widths
    const share = Math.max(1, Math.floor(free / tooNarrow.length))
    for (const at of tooNarrow) {
      const extra = Math.min(share, natural[at]! - widths[at]!, free)
      widths[at]! += extra
      free -= extra
    }
  }
}

function cellLines(cell: Cell, width: number, most: number, { glyphs }: Screen): string[] {
  if (widthOf(cell.text) <= width) return [cell.text]
  const lines = most > 1 && width >= WRAPPED.width ? wrapTo(cell.text, width) : [cell.text]
  const kept = lines.slice(0, Math.min(most, lines.length) - 1)
  return [...kept, cutTo(lines.slice(kept.length).join(' '), width, glyphs.ellipsis)]
}

export function isTable(value: JsonValue): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isJsonObject(each) && Object.keys(each).length > 0)
  )
}

function gaps(columns: readonly unknown[]): number {
  return GAP * Math.max(0, columns.length - 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
