import type { ParameterModel } from './model.ts'
import { flagName } from '../../declare/framework-flags.ts'

type Parameter = Pick<ParameterModel, 'name' | 'schema'>

/**
 * Says in short words how parameters depend on each other, by the name of each: `needs --user`,
 * `not with --all`, `exactly one of --file, --url`.
 */
export function relationNotes(
  parameters: readonly Parameter[],
  exactlyOne: readonly (readonly string[])[] = [],
): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, string[]>()
  const add = (name: string, note: string) => {
    const known = notes.get(name) ?? []
    if (!known.includes(note)) notes.set(name, [...known, note])
  }
  for (const { name, schema } of parameters) {
    const needed = names(schema['x-requires'])
    if (needed.length > 0) add(name, `needs ${flags(needed)}`)
    // One of the two declares it, and it holds for both.
    for (const other of names(schema['x-conflicts'])) {
      add(name, `not with ${flags([other])}`)
      add(other, `not with ${flags([name])}`)
    }
  }
  for (const keys of exactlyOne) {
    const set = keys.map(flagName)
    for (const name of set) add(name, `exactly one of ${flags(set)}`)
  }
  return notes
}

export function relationKeywords(
  parameters: readonly Parameter[],
  exactlyOne: readonly (readonly string[])[] = [],
): Readonly<Record<string, unknown>> {
  const dependencies = parameters
    .map(({ name, schema }) => [name, names(schema['x-requires'])] as const)
    .filter(([, needed]) => needed.length > 0)
  const allOf = [
    ...parameters.flatMap(({ name, schema }) =>
      names(schema['x-conflicts']).map((other) => ({ not: { required: [name, other] } })),
    ),
    ...exactlyOne.map((keys) => ({ oneOf: keys.map((key) => ({ required: [flagName(key)] })) })),
  ]
  return {
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(allOf.length > 0 && { allOf }),
  }
}

function names(keys: unknown): readonly string[] {
  return Array.isArray(keys) ? keys.map((key) => flagName(String(key))) : []
}

function flags(list: readonly string[]): string {
  return list.map((name) => `--${name}`).join(', ')
}
