import type { JsonObject, JsonValue } from '../contract/index.ts'
import { findParameter } from '../internal/argument-names.ts'
import { mainType, type CommandModel } from '../runtime/surface.ts'
import type { Refusal } from './read-body.ts'

/** Reads the parameters of a query as input. Only a parameter that is a list can be given twice. */
export function queryInput(
  query: string,
  { args, options, sharedOptions }: CommandModel,
): { readonly input: JsonObject } | Refusal {
  if (!isDecodable(query)) return malformed('The query is not UTF-8 in percent-encoding.')
  const known = [...args, ...options, ...sharedOptions]
  const parameters = new URLSearchParams(query)
  const input: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    const isList = mainType(findParameter(name, known)?.schema ?? {}) === 'array'
    if (values.length > 1 && !isList)
      return malformed(`The query has '${name.slice(0, 100)}' twice, which is no list.`)
    input[name] = isList ? values : values[0]!
  }
  return { input: { ...input } }
}

/** Tests what the class for queries does not: it puts other characters in the place of bad ones. */
function isDecodable(query: string): boolean {
  try {
    // Bundlers take a call without a use for one without an effect, and drop it.
    return decodeURIComponent(query) !== undefined
  } catch {
    return false
  }
}

function malformed(message: string): Refusal {
  return { status: 400, code: 'MALFORMED_QUERY', message }
}
