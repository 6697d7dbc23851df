import {
  isJsonObject,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from '../contract/index.ts'

/**
 * Lists the members of an object by dotted path, down to what a cell shows: scalars, arrays, and objects without
 * members.
 */
function leavesOf(object: JsonObject, prefix = ''): { path: string; value: JsonValue }[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = joinPath(prefix, key)
    return isFilledObject(value) ? leavesOf(value, path) : [{ path, value }]
  })
}

/** Adds a key to a dotted path; a key that looks like a path is quoted. */
export function joinPath(prefix: string, key: string): string {
  const segment = key === '' || /[."\s]/.test(key) ? JSON.stringify(key) : key
  return prefix === '' ? segment : `${prefix}.${segment}`
}

/**
 * Turns a list into columns and rows; elements that are not objects go to the column `value`, and a missing
 * member is undefined.
 */
export function toRows(list: readonly JsonValue[]) {
  const columns = new Map<string, number>()
  const records = list.map((element) => {
    const leaves = isJsonObject(element) ? leavesOf(element) : [{ path: 'value', value: element }]
    for (const { path } of leaves) if (!columns.has(path)) columns.set(path, columns.size)
    return leaves
  })
  const rows = records.map((leaves) => {
    const row = Array<JsonValue | undefined>(columns.size).fill(undefined)
    for (const { path, value } of leaves) row[columns.get(path)!] = value
    return row
  })
  return { columns: [...columns.keys()], rows }
}

export function isScalar(value: JsonValue | undefined): value is JsonScalar | undefined {
  return typeof value !== 'object' || value === null
}

function isFilledObject(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0
}
