import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { ownMember, setMember } from '@surety/internal/json/json-members.ts'
import { isDeeperThan } from '@surety/internal/json/json-depth.ts'
import { setAt } from '@surety/internal/json/json-values.ts'

/**
 * Writes a value as the formatter of incur does, byte for byte: a flat object is a table, a list of objects
 * another, anything deeper one section for each leaf. Nothing is escaped, and what fits nowhere is what
 * JavaScript makes of it as text. Undefined for a value that nests too deep for that.
 */
export function writeMarkdown(value: JsonValue): string | undefined {
  if (isDeeperThan(MAX_DEPTH, value)) return undefined
  if (value === null) return ''
  if (!isJsonObject(value) || isFlat(value)) return leafText(value)
  return sections(value, '').join('\n\n')
}

const MAX_DEPTH = 200

function sections(object: JsonObject, prefix: string): string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = `${prefix}${key}`
    if (isJsonObject(value) && !isFlat(value)) return sections(value, `${path}.`)
    return [`## ${path}\n\n${leafText(value)}`]
  })
}

function leafText(value: JsonValue): string {
  if (isJsonObject(value)) {
    const rows = Object.entries(value).map(([key, member]) => [key, cellText(member)])
    return tableText(['Key', 'Value'], rows)
  }
  if (!isTable(value)) return cellText(value)
  const columns = [...new Set(value.flatMap((item) => Object.keys(item)))]
  const rows = value.map((item) =>
    columns.map((name) => cellText((ownMember(item, name) as JsonValue | undefined) ?? '')),
  )
  return tableText(columns, rows)
}

function isTable(value: JsonValue): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
}

function cellText(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (isJsonObject(value)) return '[object Object]'
  return value.map((each) => cellText(each ?? '')).join()
}

function tableText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, at) =>
    rows.reduce((width, row) => Math.max(width, row[at]!.length), name.length),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((text, at) => text.padEnd(widths[at]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return `${line(header)}\n${rule}\n${rows.map(line).join('\n')}`
}

function isFlat(object: JsonObject): boolean {
  return Object.values(object).every((value) => typeof value !== 'object' || value === null)
}

/**
 * Reads the Markdown of incur: a table of keys and values, a table of rows, or a section for each leaf,
 * headed by its dotted path. Types, empty lists and dots inside names cannot be recovered.
 */
export function readMarkdown(given: string): JsonValue | undefined {
  const text = given.replaceAll('\r\n', '\n')
  if (text.startsWith('|')) return readTable(text)
  if (!text.startsWith('## ')) return undefined
  const root: Record<string, JsonValue> = {}
  for (const section of text.split(/^## /m).slice(1)) {
    const end = section.indexOf('\n')
    const [heading, body] = end < 0 ? [section, ''] : [section.slice(0, end), section.slice(end)]
    const leaf = body.trim()
    const value = leaf.startsWith('|') ? (readTable(leaf) ?? leaf) : leaf
    place(root, heading.trim().split('.'), value)
  }
  return root
}

function readTable(text: string): JsonValue | undefined {
  const [header, rule, ...body] = alignedRows(text) ?? text.split('\n').map(cells)
  if (!header || !rule?.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const isKeyValue =
    header.length === 2 &&
    header[0]?.toLowerCase() === 'key' &&
    header[1]?.toLowerCase() === 'value'
  if (isKeyValue) {
    const object: Record<string, JsonValue> = {}
    for (const [key = '', value = ''] of body) place(object, [key], value)
    return object
  }
  // Rows with missing columns could fill the memory.
  if (body.some(({ length }) => length < header.length)) return undefined
  return body.map((row) => {
    const object: Record<string, JsonValue> = {}
    header.forEach((key, index) => setMember(object, key, row[index] ?? ''))
    return object
  })
}

/** Cuts the rows of a table that is as wide as its rule says: a cell may hold bars and line feeds. */
function alignedRows(text: string): (readonly string[])[] | undefined {
  const size = text.indexOf('\n')
  const rule = text.slice(size + 1, size * 2 + 1)
  if (size < 0 || !/^(?:\|-{3,})+\|$/.test(rule)) return undefined
  const widths = rule
    .slice(1, -1)
    .split('|')
    .map(({ length }) => length)
  const rows: (readonly string[])[] = []
  for (let start = 0; start < text.length; start += size + 1) {
    const row = text.slice(start, start + size)
    const end = text[start + size] ?? '\n'
    if (!row.startsWith('|') || !row.endsWith('|') || row.length < size || end !== '\n') return
    let at = 1
    rows.push(
      widths.map((width) => {
        at += width + 1
        return row.slice(at - width - 1, at - 1).trim()
      }),
    )
  }
  return rows
}

function cells(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function place(root: Record<string, JsonValue>, path: readonly string[], value: JsonValue): void {
  setAt(root, path, typeof value === 'string' ? leafValue(path.at(-1) ?? '', value) : value)
}

/** Only these two affect decisions, so only they are read as booleans. */
function leafValue(key: string, value: string): JsonValue {
  const isFlag = (key === 'ok' || key === 'retryable') && (value === 'true' || value === 'false')
  return isFlag ? value === 'true' : value
}
