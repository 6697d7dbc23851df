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
  const items = (Array.isArray(shown) ? shown : [shown]) as readonly JsonValue[]
  const kept = items.map((): Record<string, JsonValue> => ({}))
  for (const field of fields.split(',')) {
    const path = field.split('.')
    const found = items.map((item) => path.reduce(memberOf, item))
    if (items.length > 0 && found.every((value) => value === undefined))
      warnings.push(`Nothing here has a field ${field}.`)
    for (const [at, value] of found.entries()) if (value !== undefined) put(kept[at]!, path, value)
  }
  const cut = items.map((item, at) => (isObject(item) ? kept[at]! : item))
  return Array.isArray(shown) ? cut : cut[0]!
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function put(
  into: Record<string, JsonValue>,
  [name = '', ...more]: readonly string[],
  value: JsonValue,
) {
  if (more.length === 0) into[name] = value
  else put((into[name] ??= {}) as Record<string, JsonValue>, more, value)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
