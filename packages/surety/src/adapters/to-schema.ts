import { s, Schema, type AnySchema } from '../schema/index.ts'
import { given } from '@surety/internal/given.ts'
import type { ForeignOption, ForeignPositional } from './model/foreign-program.ts'
import { parameterName } from './words/option-table.ts'

/** Describes an option as the framework of ours declares one. The value itself stays the program's to read. */
export function optionSchema(option: ForeignOption): AnySchema {
  const { type, choices, name, aliases = [], short, isHidden, isSecret, conflicts = [] } = option
  const aside = [...new Set(aliases.map(parameterName))].filter(
    (alias) => alias !== parameterName(name) && alias !== '',
  )
  return describe(valueSchema(type, choices), option, {
    aliases: aside.length > 0 ? aside : undefined,
    // The letter of help is ours in every table; the words reach our parser in their long form anyway.
    short: /^[A-Za-gi-z0-9?]$/.exec(short ?? '')?.[0],
    env: option.env,
    hidden: isHidden || undefined,
    secret: isSecret || undefined,
    conflicts: conflicts.length > 0 ? conflicts.map(parameterName) : undefined,
    optional: !option.isRequired || undefined,
  })
}

export function positionalSchema(positional: ForeignPositional): AnySchema {
  const { isVariadic, isRequired, choices, type = 'string' } = positional
  const item = valueSchema(type, choices)
  const schema = isVariadic ? s.array(item) : item
  return describe(schema, positional, {
    optional: !isRequired || undefined,
    min: isVariadic && isRequired ? 1 : undefined,
    secret: positional.isSecret || undefined,
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
  { description, default: value }: Pick<ForeignOption, 'description' | 'default'>,
  facts: object,
): AnySchema {
  const said = given({ description: description || undefined, ...facts })
  const described = new Schema<unknown>({ ...schema.def, ...said })
  if (value == null || schema.def.default !== undefined) return described
  try {
    return described.default(value)
  } catch {
    return described
  }
}
