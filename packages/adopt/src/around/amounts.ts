import type { JsonObject, JsonValue } from 'surety/unstable/contract'

/** How much of the data a caller wants. */
export interface Amounts {
  /** Names of members, with points: `id,owner.name`. */
  readonly fields: string | undefined
  /** How many items of a list. */
  readonly limit: string | undefined
  /** What was left out is told here. */
  readonly warnings: string[]
}

/** Leaves the items and members that were asked for. */
export function cutData(data: JsonValue, { fields, limit, warnings }: Amounts): JsonValue {
  let shown = data
  if (Array.isArray(shown) && limit !== undefined && shown.length > Number(limit)) {
    warnings.push(`These are the first ${limit} of ${shown.length} items: --limit takes a number.`)
    shown = shown.slice(0, Number(limit))
  }
  if (fields === undefined) return shown
  const paths = fields.split(',').map((path) => path.split('.'))
  const items = (Array.isArray(shown) ? shown : [shown]) as readonly JsonValue[]
  for (const path of paths)
    if (items.length > 0 && items.every((item) => valueAt(item, path) === undefined))
      warnings.push(`Nothing here has a field ${path.join('.')}.`)
  const cut = items.map((item) => only(item, paths))
  return Array.isArray(shown) ? cut : cut[0]!
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const name of path)
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

function only(item: JsonValue, paths: readonly (readonly string[])[]): JsonValue {
  if (!isObject(item)) return item
  const kept: Record<string, JsonValue> = {}
  for (const path of paths) {
    const value = valueAt(item, path)
    if (value === undefined) continue
    let into = kept
    for (const name of path.slice(0, -1)) into = (into[name] ??= {}) as Record<string, JsonValue>
    into[path.at(-1)!] = value
  }
  return kept
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
