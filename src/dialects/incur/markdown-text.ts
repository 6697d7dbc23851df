import type { JsonValue } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'

/**
 * Reads the Markdown of incur: a table of keys and values, a table of rows, or a section for each leaf,
 * headed by its dotted path. Types, empty lists and dots inside names cannot be recovered.
 */
export function readMarkdown(text: string): JsonValue | undefined {
  const lines = text.split(/\r?\n/)
  if (lines[0]?.startsWith('|')) return readTable(lines)
  if (!lines[0]?.startsWith('## ')) return undefined
  const root: Record<string, JsonValue> = {}
  for (const section of text.split(/^## /m).slice(1)) {
    const [heading = '', ...body] = section.split(/\r?\n/)
    place(root, heading.trim().split('.'), readLeaf(body))
  }
  return root
}

function readTable(lines: readonly string[]): JsonValue | undefined {
  const rows = lines.filter((line) => line.startsWith('|')).map(cells)
  const [header, rule, ...body] = rows
  if (!header || !rule?.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const isKeyValue =
    header.length === 2 &&
    header[0]?.toLowerCase() === 'key' &&
    header[1]?.toLowerCase() === 'value'
  if (isKeyValue) {
    const object: Record<string, JsonValue> = {}
    for (const [key = '', value = ''] of body) place(object, [key], leafValue(key, value))
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

function cells(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readLeaf(lines: readonly string[]): JsonValue {
  const body = lines.join('\n').trim()
  if (body.startsWith('|')) return readTable(body.split('\n')) ?? body
  if (body.startsWith('- ')) {
    return body
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => line.slice(2))
  }
  return fenced(body) ?? body
}

/** Returns the text between two fences, without a pattern that would scan a long fence repeatedly. */
function fenced(body: string): string | undefined {
  const fence = /^`{3,}/.exec(body)?.[0]
  const start = body.indexOf('\n')
  if (fence === undefined || start < 0 || !body.endsWith(`\n${fence}`)) return undefined
  const end = body.length - fence.length - 1
  return end > start ? body.slice(start + 1, end) : undefined
}

/** Sets a leaf by its path, unless the path leads through another leaf. */
function place(root: Record<string, JsonValue>, path: readonly string[], value: JsonValue): void {
  let holder = root
  for (const part of path.slice(0, -1)) {
    if (!Object.hasOwn(holder, part)) setMember(holder, part, {})
    const next = holder[part]
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return
    holder = next as Record<string, JsonValue>
  }
  const last = path.at(-1) ?? ''
  setMember(holder, last, typeof value === 'string' ? leafValue(last, value) : value)
}

/** Only these two affect decisions, so only they are read as booleans. */
function leafValue(key: string, value: string): JsonValue {
  const isFlag = (key === 'ok' || key === 'retryable') && (value === 'true' || value === 'false')
  return isFlag ? value === 'true' : value
}
