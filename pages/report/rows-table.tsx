import { visibleText } from '../../packages/internal/src/visible-text.ts'
import { isParent, textOf, type Json } from './json-document.ts'

/** Rows and columns that are shown: the tree has all of them. */
const FIRST_ROWS = 200
const FIRST_COLUMNS = 16

type RowOfTable = Readonly<Record<string, Json>>

/** Finds the list of objects that a document is, or has as its data; undefined if it has none. */
export function rowsOf(document: Json | undefined): readonly RowOfTable[] | undefined {
  if (document === undefined || !isParent(document)) return undefined
  if (!Array.isArray(document)) {
    const { data, items } = document as RowOfTable
    return data !== undefined ? rowsOf(data) : items !== undefined ? rowsOf(items) : undefined
  }
  const isRow = (each: Json) => isParent(each) && !Array.isArray(each)
  return document.length > 0 && document.every(isRow) ? document : undefined
}

/** Shows a list of objects as a table, a column for each member of the first rows. */
export function RowsTable({
  rows,
  label,
}: {
  readonly rows: readonly RowOfTable[]
  readonly label: string
}) {
  const first = rows.slice(0, FIRST_ROWS)
  const names = [...new Set(first.flatMap((row) => Object.keys(row)))]
  const columns = names.slice(0, FIRST_COLUMNS)
  const left = [
    rows.length > first.length && `${rows.length - first.length} rows`,
    names.length > columns.length && `${names.length - columns.length} columns`,
  ].filter((each) => each !== false)
  return (
    <>
      <div class="wide" tabIndex={0} role="group" aria-label={label}>
        <table class="rows">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((row, at) => (
              <tr key={at}>
                {columns.map((name) => (
                  <td key={name}>{cellOf(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left.length > 0 && <p class="note">{left.join(' and ')} more are in the tree.</p>}
    </>
  )
}

function cellOf(value: Json | undefined): string {
  if (value === undefined) return ''
  const text = isParent(value) ? JSON.stringify(value) : textOf(value)
  return visibleText(text.length > 80 ? `${text.slice(0, 79)}…` : text)
}
