import type { JsonValue } from '../../../contract/index.ts'
import type { JsonSchema } from '../../../schema/index.ts'

/** Lists the values of a JSON Schema that allows a fixed set, without null. */
export function choicesIn(schema: JsonSchema): readonly JsonValue[] | undefined {
  const { enum: values, const: only } = schema
  if (Array.isArray(values)) return (values as JsonValue[]).filter((value) => value !== null)
  if (only !== undefined && only !== null) return [only as JsonValue]
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined
  const nonNull = options?.filter((option) => option['type'] !== 'null')
  if (nonNull === undefined || nonNull.length === 0) return undefined
  const lists = nonNull.map(choicesIn)
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}
