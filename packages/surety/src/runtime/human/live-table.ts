import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { cellOf } from './terminal/cell.ts'
import type { Screen } from './terminal/screen.ts'
import { isTable, renderTable, type ColumnLayout } from './terminal/table.ts'
import { cutTo, padTo, widthOf } from './terminal/text-width.ts'
import { hiddenColumns, renderValue } from './value-text.ts'

/** Renders rows one after another: the first decide the columns, a wider cell takes what is free or is cut. */
export class LiveTable {
  readonly #screen: Screen
  #columns: ColumnLayout[] | null = null
  #hidden: readonly string[] = []

  constructor(screen: Screen) {
    this.#screen = screen
  }

  render(rows: readonly JsonValue[]): string[] {
    if (rows.length === 0) return []
    if (this.#columns === null && isTable(rows)) {
      const { lines, hidden, columns } = renderTable(rows, this.#screen, true)
      this.#columns = [...columns]
      this.#hidden = hidden
      return [...lines]
    }
    return rows.flatMap((row) =>
      this.#columns !== null && isTable([row])
        ? [this.#line(this.#columns, row as JsonObject)]
        : renderValue(row, this.#screen),
    )
  }

  footer(): string[] {
    return hiddenColumns(this.#hidden, this.#screen)
  }

  #line(columns: ColumnLayout[], row: JsonObject): string {
    const { glyphs, columns: room } = this.#screen
    const cells = columns.map((column, at) => {
      const cell = cellOf(
        column.key,
        Object.hasOwn(row, column.key) ? row[column.key] : undefined,
        this.#screen,
      )
      const used = columns.reduce((total, { width }) => total + width + 2, -2)
      const free = room === 0 ? Number.POSITIVE_INFINITY : Math.max(0, room - used)
      const width = Math.min(Math.max(column.width, widthOf(cell.text)), column.width + free)
      columns[at] = { ...column, width }
      const style = column.isLead ? this.#screen.paint.cyan : cell.style
      return padTo(style(cutTo(cell.text, width, glyphs.ellipsis)), width, column.align)
    })
    return cells.join('  ').trimEnd()
  }
}
