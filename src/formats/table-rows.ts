import {
  isJsonObject,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from '../contract/index.ts'
import { cutDeep, isTooDeep } from './depth.ts'
import { toJsonText } from '../internal/json/json-text.ts'

/** A value that a cell shows: a scalar, an array, or an object without members. */
export interface Leaf {
  readonly path: string
  readonly value: JsonValue
}

/** A list of records as columns and rows; a missing member is undefined. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (JsonValue | undefined)[])[]
}

/** Replaces what nests too deep for the recursive writers with JSON text. */
export function bounded(value: JsonValue): JsonValue {
  return isTooDeep(value) ? cutDeep(value, (deep) => toJsonText(deep)) : value
}

/** Lists the members of an object by dotted path; arrays stay whole. */
export function leavesOf(object: JsonObject, prefix = ''): Leaf[] {
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

/** Turns a list into columns and rows; elements that are not objects go to the column `value`. */
export function toRows(list: readonly JsonValue[]): Rows {
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

/** Tests for a value without members. */
export function isScalar(value: JsonValue | undefined): value is JsonScalar | undefined {
  return typeof value !== 'object' || value === null
}

function isFilledObject(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0
}
