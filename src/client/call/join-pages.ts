import { isJsonObject, type JsonValue } from '../../contract/index.ts'

/** Puts the pages of one call together: lists are joined, of everything else the last page counts. */
export function joinPages(pages: readonly JsonValue[]): JsonValue {
  const last = pages.at(-1) ?? null
  if (pages.every((page) => Array.isArray(page))) return pages.flat()
  if (!pages.every(isJsonObject)) return last
  const joined: Record<string, JsonValue> = {}
  for (const key of new Set(pages.flatMap((page) => Object.keys(page)))) {
    define(
      joined,
      key,
      joinMember(pages.flatMap((page) => (Object.hasOwn(page, key) ? [page[key] ?? null] : []))),
    )
  }
  return joined
}

function joinMember(values: readonly JsonValue[]): JsonValue {
  return values.every((value) => Array.isArray(value)) ? values.flat() : (values.at(-1) ?? null)
}

/** A key called `__proto__` is data like any other. */
function define(target: object, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
