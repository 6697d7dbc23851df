import type { JsonObject, JsonValue } from '../contract/index.ts'
import type { CommandModel } from '../runtime/surface.ts'

/** Reads the parameters of a query as input; a parameter that is given twice is a list. */
export function queryInput(query: URLSearchParams, { args, options }: CommandModel): JsonObject {
  const lists = new Set(
    [...args, ...options]
      .filter(({ schema }) => schema['type'] === 'array')
      .map(({ name }) => name),
  )
  const input: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name)
    input[name] = values.length > 1 || lists.has(name) ? values : values[0]!
  }
  return { ...input }
}
