import { s, Schema, type AnySchema, type Definition } from '../schema/index.ts'
import type { ForeignOption, ForeignPositional } from './model/foreign-program.ts'
import { parameterName } from './words/option-table.ts'

/** Describes an option as the framework of ours declares one. The value itself stays the program's to read. */
export function optionSchema(option: ForeignOption): AnySchema {
  const { type, choices, name, aliases = [], short, isRequired, isHidden, env, conflicts } = option
  const aside = [...new Set(aliases.map(parameterName))].filter(
    (alias) => alias !== parameterName(name) && alias !== '',
  )
  return describe(valueSchema(type, choices), option, {
    ...(aside.length > 0 && { aliases: aside }),
    // The letter of help is ours in every table; the words reach our parser in their long form anyway.
    ...(short !== undefined && /^[A-Za-gi-z0-9?]$/.test(short) && { short }),
    ...(env !== undefined && { env }),
    ...(isHidden && { hidden: true as const }),
    ...(option.isSecret && { secret: true as const }),
    ...(conflicts && { conflicts: conflicts.map(parameterName) }),
    ...(!isRequired && { optional: true as const }),
  })
}

export function positionalSchema(positional: ForeignPositional): AnySchema {
  const { isVariadic, isRequired, choices, type = 'string' } = positional
  const item = valueSchema(type, choices)
  const schema = isVariadic ? s.array(item) : item
  return describe(schema, positional, {
    ...(!isRequired && { optional: true as const }),
    ...(isVariadic && isRequired && { min: 1 }),
    ...(positional.isSecret && { secret: true as const }),
  })
}

function valueSchema(
  type: ForeignOption['type'],
  choices: readonly string[] | undefined,
): AnySchema {
  const one = choices && choices.length > 0 ? s.enum(choices) : s.string()
  switch (type) {
    case 'boolean':
      return s.boolean()
    case 'count':
      return s.count()
    case 'number':
      return s.number()
    case 'list':
      return s.array(one)
    case 'string':
      return one
  }
}

/** Adds what a schema says besides its type; a default that does not fit it is left to the program. */
function describe(
  schema: AnySchema,
  { description, default: value }: { readonly description?: string; readonly default?: unknown },
  facts: Partial<Definition>,
): AnySchema {
  const described = new Schema<unknown>({
    ...schema.def,
    ...(description && { description }),
    ...facts,
  } as Definition)
  if (value === undefined || value === null || schema.def.default !== undefined) return described
  try {
    return described.default(value)
  } catch {
    return described
  }
}
