type JsonSchema = Readonly<Record<string, unknown>>

/** Finds the type of a JSON Schema other than null. */
export function mainType(json: JsonSchema): string | undefined {
  const { type } = json
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return (type as string[]).find((name) => name !== 'null')
  const types = new Set(
    optionsIn(json)
      ?.map(mainType)
      .filter((name) => name !== 'null'),
  )
  return types.size === 1 ? [...types][0] : undefined
}

/** Lists the schemas of which a value fits one; undefined if there is no such list. */
export function optionsIn(json: JsonSchema): readonly JsonSchema[] | undefined {
  return (json['anyOf'] ?? json['oneOf']) as readonly JsonSchema[] | undefined
}
