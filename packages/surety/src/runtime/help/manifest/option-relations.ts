import type { JsonValue } from '../../../contract/index.ts'
import type { OptionRule } from '../../declare/types/command-parts.ts'
import type { CommandDeclaration } from '../../declare/types/command-declaration.ts'
import type { ParameterModel } from '../model.ts'
import { flagName } from '../../declare/framework-flag.ts'

type Parameter = Pick<ParameterModel, 'name' | 'def'>
type Relations = Pick<CommandDeclaration, 'exactlyOne' | 'optionRules'>

/** Says how parameters depend on each other, by the name of each: `needs --user`, `not with --all`. */
export function relationNotes(
  parameters: readonly Parameter[],
  { exactlyOne = [], optionRules = [] }: Relations = {},
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
  for (const keys of exactlyOne) {
    const set = keys.map(flagName)
    for (const name of set) add(name, `exactly one of ${flags(set)}`)
  }
  for (const rule of optionRules)
    for (const [key, note] of ruleNotes(rule)) add(flagName(key), note)
  return notes
}

function ruleNotes(rule: OptionRule): readonly (readonly [key: string, note: string])[] {
  if ('anyOf' in rule)
    return rule.anyOf.map((key) => [key, `at least one of ${flags(rule.anyOf.map(flagName))}`])
  if ('if' in rule) {
    const when = Object.entries(rule.if).map(([key, value]) => `--${flagName(key)} ${shown(value)}`)
    return rule.needs.map((key) => [key, `needed with ${when.join(', ')}`])
  }
  return Object.entries(rule.defaults).map(([key, value]) => [
    key,
    `${shown(value)} without --${flagName(rule.unless)}`,
  ])
}

export function relationKeywords(
  parameters: readonly Parameter[],
  { exactlyOne = [], optionRules = [] }: Relations = {},
): Readonly<Record<string, unknown>> {
  const dependencies = parameters
    .map(({ name, def }) => [name, names(def.requires)] as const)
    .filter(([, needed]) => needed.length > 0)
  const allOf = [
    ...parameters.flatMap(({ name, def }) =>
      names(def.conflicts).map((other) => ({ not: { required: [name, other] } })),
    ),
    ...exactlyOne.map((keys) => ({ oneOf: keys.map((key) => ({ required: [flagName(key)] })) })),
    ...optionRules.flatMap(ruleKeywords),
  ]
  return {
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(allOf.length > 0 && { allOf }),
  }
}

function ruleKeywords(rule: OptionRule): readonly object[] {
  if ('anyOf' in rule) return [{ anyOf: rule.anyOf.map((key) => ({ required: [flagName(key)] })) }]
  if (!('if' in rule)) return []
  return Object.entries(rule.if).map(([key, value]) => ({
    anyOf: [
      { not: { properties: { [flagName(key)]: { const: value } }, required: [flagName(key)] } },
      { required: rule.needs.map(flagName) },
    ],
  }))
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function names(keys: readonly string[] = []): readonly string[] {
  return keys.map(flagName)
}

function flags(list: readonly string[]): string {
  return list.map((name) => `--${name}`).join(', ')
}
