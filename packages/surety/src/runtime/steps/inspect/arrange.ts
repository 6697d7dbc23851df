import { resolve } from 'node:path'

type Members = Readonly<Record<string, unknown>>

/**
 * Gives data a form that depends on the answer alone: declared paths are whole, declared lists are sorted. With
 * `isStable` every list is sorted, and what is declared to differ between equal calls is left out.
 */
export function arrange<Value>(value: Value, schema: Members, cwd: string, isStable: boolean) {
  const part = (given: unknown, about: Members): unknown => {
    if (typeof given === 'string') return about['x-kind'] === 'path' ? resolve(cwd, given) : given
    if (Array.isArray(given)) {
      const items = given.map((item) => part(item, schemaFor(about['items'])))
      const order = about['x-sorted']
      return order === undefined && !isStable ? items : sorted(items, order)
    }
    if (typeof given !== 'object' || given === null) return given
    const properties = (about['properties'] ?? {}) as Readonly<Record<string, Members>>
    const others = schemaFor(about['additionalProperties'])
    const members = Object.entries(given).flatMap(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? schemaFor(properties[name]) : others
      return isStable && own['x-volatile'] === true ? [] : [[name, part(member, own)] as const]
    })
    return Object.fromEntries(members)
  }
  return part(value, schemaFor(schema)) as Value
}

/** Tells whether a schema says anything about the form of its data. */
export function needsArranging(schema: object | undefined): boolean {
  return /"x-(?:sorted|kind":"path)"/.test(JSON.stringify(schema ?? {}))
}

/** What may be null is described by its other choice. */
function schemaFor(schema: unknown): Members {
  if (typeof schema !== 'object' || schema === null) return {}
  const { anyOf } = schema as { readonly anyOf?: readonly Members[] }
  return anyOf?.find(({ type }) => type !== 'null') ?? (schema as Members)
}

/** Sorts by value, and objects by a member; equals keep their order. */
function sorted(items: readonly unknown[], order: unknown): readonly unknown[] {
  const keyOf = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item
    return typeof order === 'string' ? (item as Members)[order] : JSON.stringify(item)
  }
  return items.toSorted((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)]
    if (typeof a === 'number' && typeof b === 'number') return a - b
    const [one, two] = [String(a), String(b)]
    return one < two ? -1 : one > two ? 1 : 0
  })
}
