import type { ParameterModel } from '../model.ts'
import { flagName } from '../../declare/framework-flag.ts'

type Parameter = Pick<ParameterModel, 'name' | 'def'>

/** Says how parameters depend on each other, by the name of each: `needs --user`, `not with --all`. */
export function relationNotes(
  parameters: readonly Parameter[],
): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, string[]>()
  const add = (name: string, note: string) => {
    const known = notes.get(name) ?? []
    if (!known.includes(note)) notes.set(name, [...known, note])
  }
  for (const { name, def } of parameters) {
    const needed = names(def.requires)
    if (needed.length > 0) add(name, `needs ${flags(needed)}`)
    // One of the two declares it, and it holds for both.
    for (const other of names(def.conflicts)) {
      add(name, `not with ${flags([other])}`)
      add(other, `not with ${flags([name])}`)
    }
  }
  return notes
}

export function relationKeywords(
  parameters: readonly Parameter[],
): Readonly<Record<string, unknown>> {
  const dependencies = parameters
    .map(({ name, def }) => [name, names(def.requires)] as const)
    .filter(([, needed]) => needed.length > 0)
  const allOf = parameters.flatMap(({ name, def }) =>
    names(def.conflicts).map((other) => ({ not: { required: [name, other] } })),
  )
  return {
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(allOf.length > 0 && { allOf }),
  }
}

function names(keys: readonly string[] = []): readonly string[] {
  return keys.map(flagName)
}

function flags(list: readonly string[]): string {
  return list.map((name) => `--${name}`).join(', ')
}
