import { optionsIn } from './main-type.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** A value out of a fixed set. */
type Choice = string | number | boolean

/** Lists the values of a JSON Schema that allows a fixed set, without null. */
export function choicesIn(json: JsonSchema): readonly Choice[] | undefined {
  const { enum: values, const: only } = json
  if (Array.isArray(values)) return (values as readonly Choice[]).filter((value) => value !== null)
  if (only != null) return [only as Choice]
  const options = optionsIn(json)?.filter((option) => option['type'] !== 'null')
  if (options === undefined || options.length === 0) return undefined
  const lists = options.map(choicesIn)
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}
