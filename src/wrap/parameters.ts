import { s, type AnySchema } from '../schema/index.ts'
import type { WrappedParameter } from './wrap-description.ts'

/** Declares the parameters of a description; keys are in camel case, as the framework wants them. */
export function toShape(
  parameters: Readonly<Record<string, WrappedParameter>>,
  isArgument: boolean,
): Readonly<Record<string, AnySchema>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      toKey(name),
      toSchema(parameter, isArgument),
    ]),
  )
}

/** Returns the values of parsed input by the names of the description. */
export function byName(
  parameters: Readonly<Record<string, WrappedParameter>>,
  parsed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.keys(parameters).map((name) => {
      const value = parsed[toKey(name)]
      // A list that nobody gave is empty, and a word that names it is left out.
      return [name, Array.isArray(value) && value.length === 0 ? undefined : value]
    }),
  )
}

function toKey(name: string): string {
  return name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
}

function toSchema(parameter: WrappedParameter, isArgument: boolean): AnySchema {
  const { many, summary, secret, pattern, default: preset, required = isArgument } = parameter
  let schema = single(parameter)
  if (many) {
    const list = s.array(schema)
    schema = required ? list.min(1) : list.default([])
  } else if (preset !== undefined) schema = schema.default(preset)
  else if (parameter.type === 'boolean' && !required) schema = schema.default(false)
  else if (!required) schema = schema.optional()
  // Not a pattern of the schema, which would be tried on any input without a limit of time.
  schema = schema.describe(pattern === undefined ? summary : `${summary} (matches ${pattern})`)
  return secret ? schema.secret() : schema
}

function single({ type = 'string', values, min, max }: WrappedParameter): AnySchema {
  if (type === 'boolean') return s.boolean()
  if (type === 'integer' || type === 'number') {
    let number = type === 'integer' ? s.integer() : s.number()
    if (min !== undefined) number = number.min(min)
    if (max !== undefined) number = number.max(max)
    return number
  }
  if (values) return s.enum(values)
  return s.string().min(1)
}
