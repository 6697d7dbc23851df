import { acceptsAbsence, inputJsonSchema } from '../../../schema/index.ts'
import { flagName } from '../framework-flag.ts'
import type { Shape, StandardSchema } from '../standard-schema.ts'
import type { MistakeTexts } from './mistakes.ts'

/** Finds arguments in an order that leaves open which word is which. The schemas must be valid. */
export function* orderMistakes(args: Shape): MistakeTexts {
  const names = Object.keys(args)
  let optional: string | undefined
  for (const name of names) {
    const word = `<${flagName(name)}>`
    const isOptional = acceptsAbsence(args[name]!)
    if (inputJsonSchema(args[name]!)['type'] === 'array' && name !== names.at(-1))
      yield `ARGUMENT_ORDER: ${word} takes all remaining arguments, so it must come last`
    if (optional !== undefined && !isOptional)
      yield `ARGUMENT_ORDER: ${word} is required, so it must come before ${optional}, which is optional`
    if (isOptional) optional ??= word
  }
}

/** Finds spellings that two options claim: those of a command, and the global ones of its tool. */
export function* spellingMistakes(options: Shape, globals: Shape): MistakeTexts {
  const owners = new Map<string, string>()
  for (const [of, shape] of Object.entries({ options, globals }))
    for (const [key, schema] of Object.entries(shape))
      for (const spelling of spellingsOf(key, schema)) {
        const owner = owners.get(spelling)
        const claimed = `${of}.${key}`
        if (owner !== undefined)
          yield `FLAG_TAKEN: ${spelling} belongs to both ${owner} and ${claimed}; rename one`
        owners.set(spelling, owner ?? claimed)
      }
}

/** Lists the words on a line that name an option. */
export function spellingsOf(key: string, schema: StandardSchema): readonly string[] {
  const { 'x-short': short, 'x-aliases': aliases = [] } = inputJsonSchema(schema)
  const long = [flagName(key), ...(aliases as readonly string[])].map((name) => `--${name}`)
  return typeof short === 'string' ? [...long, `-${short}`] : long
}
