import {
  toDefault,
  type ForeignOption,
  type ForeignOptionType,
  type ForeignPositional,
} from '../model/foreign-program.ts'
import { parameterName } from '../words/option-table.ts'
import type { YargsEntry, YargsInternals, YargsOptions, YargsPositional } from './yargs-program.ts'

/** Reads the options that are declared on an instance, without those of these names. */
export function readOptions(
  yargs: YargsInternals,
  left: readonly string[],
  envPrefix: string | undefined,
): readonly ForeignOption[] {
  const groups = groupsOf(yargs.getOptions()).filter(
    (names) => !names.some((name) => left.includes(name)),
  )
  return groups.map((names) => new OptionReader(yargs, names).read(groups, envPrefix))
}

/** Reads the positional arguments of a command; what is known of each is kept with the options. */
export function readPositionals(
  yargs: YargsInternals,
  entry: YargsEntry,
): readonly ForeignPositional[] {
  const read = (positional: YargsPositional, isRequired: boolean): ForeignPositional => {
    const reader = new OptionReader(yargs, positional.cmd)
    return {
      name: positional.cmd[0],
      isRequired,
      isVariadic: positional.variadic,
      ...reader.facts(),
      ...(reader.isIn('number') && { type: 'number' as const }),
    }
  }
  return [
    ...entry.demanded.map((positional) => read(positional, true)),
    ...entry.optional.map((positional) => read(positional, false)),
  ]
}

/** Lists the names of every option, the one that declares it first. */
function groupsOf({ key, alias }: YargsOptions): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const name of [...Object.keys(key), ...Object.keys(alias)]) {
    const names = [name, ...(alias[name] ?? [])]
    const known = groups.find((group) => names.some((each) => group.includes(each)))
    if (known) known.push(...names.filter((each) => !known.includes(each)))
    else groups.push([...new Set(names)])
  }
  return groups
}

class OptionReader {
  readonly #options: YargsOptions
  readonly #yargs: YargsInternals
  readonly #names: readonly string[]

  constructor(yargs: YargsInternals, names: readonly string[]) {
    this.#yargs = yargs
    this.#options = yargs.getOptions()
    this.#names = names
  }

  read(groups: readonly (readonly string[])[], envPrefix: string | undefined): ForeignOption {
    const name = longest(this.#names)
    const others = this.#names.filter((each) => each !== name)
    const short = others.find((each) => each.length === 1)
    const aliases = others.filter((each) => each !== short)
    const type = this.#type()
    const isUntyped = type === null
    const conflicts = this.#conflicts(groups)
    const configuration = this.#yargs.getInternalMethods().getParserConfiguration()
    const count = this.#find('narg') as number | undefined
    return {
      name,
      spelling: name.length === 1 ? `-${name}` : `--${name}`,
      ...(short !== undefined && { short }),
      ...(aliases.length > 0 && { aliases }),
      type: type ?? 'string',
      ...this.facts(),
      ...((type === 'boolean' || isUntyped) &&
        configuration['boolean-negation'] !== false && { isNegatable: true }),
      ...(type === 'boolean' && { takesTruthWord: true }),
      ...(isUntyped && count === undefined && { hasOptionalValue: true }),
      ...(type === 'list' &&
        count !== 1 &&
        configuration['greedy-arrays'] !== false && { isGreedy: true }),
      ...(Number(count) > 1 && { isGreedy: true, maxValues: Number(count) }),
      ...(type !== 'list' && type !== 'count' && { keepsRepeats: true }),
      ...this.#env(name, envPrefix),
      ...(this.#isRequired() && { isRequired: true }),
      ...(this.isIn('hiddenOptions') && { isHidden: true }),
      ...(conflicts.length > 0 && { conflicts }),
    }
  }

  facts(): Pick<ForeignOption, 'description' | 'choices' | 'default'> {
    const texts = this.#yargs.getInternalMethods().getUsageInstance().getDescriptions()
    const description = this.#names.map((name) => texts[name]).find(Boolean)
    const choices = this.#find('choices') as readonly unknown[] | undefined
    const value = toDefault(this.#find('default'))
    return {
      ...(typeof description === 'string' && {
        description: description.replace('__yargsString__:', ''),
      }),
      ...(choices?.every((each) => typeof each === 'string') && { choices }),
      ...(value !== undefined && { default: value }),
    }
  }

  isIn(
    list: 'array' | 'boolean' | 'count' | 'number' | 'string' | 'hiddenOptions' | 'config',
  ): boolean {
    const found = this.#options[list]
    const names = Array.isArray(found) ? (found as readonly string[]) : Object.keys(found)
    return this.#names.some((name) => names.includes(name))
  }

  /** Null for an option that takes whatever stands after it, if anything does. */
  #type(): ForeignOptionType | null {
    if (this.isIn('count')) return 'count'
    if (this.isIn('array') || Number(this.#find('narg')) > 1) return 'list'
    if (this.isIn('boolean')) return 'boolean'
    if (this.isIn('number')) return 'number'
    if (this.isIn('string') || this.isIn('config')) return 'string'
    return typeof this.#find('default') === 'boolean' ? 'boolean' : null
  }

  /** A file or an object of settings may hold the value; then only yargs knows. */
  #isRequired(): boolean {
    const { demandedOptions, config, configObjects } = this.#options
    const isDemanded = this.#names.some((name) => Object.hasOwn(demandedOptions, name))
    const hasOtherSource = Object.keys(config).length > 0 || configObjects.length > 0
    return isDemanded && !hasOtherSource && this.#find('default') === undefined
  }

  #env(name: string, envPrefix: string | undefined): { readonly env?: string } {
    if (envPrefix === undefined || this.isIn('array') || this.isIn('count')) return {}
    const upper = parameterName(name).replaceAll('-', '_').toUpperCase()
    return { env: envPrefix === '' ? upper : `${envPrefix.replace(/_$/, '')}_${upper}` }
  }

  #conflicts(groups: readonly (readonly string[])[]): readonly string[] {
    const all = this.#yargs.getInternalMethods().getValidationInstance().getConflicting()
    return this.#names
      .flatMap((name) => all[name] ?? [])
      .flatMap((other) => groups.find((names) => names.includes(String(other))) ?? [])
      .filter((other) => groups.some((names) => longest(names) === other))
  }

  #find(where: 'narg' | 'choices' | 'default'): unknown {
    const found = this.#options[where] as Readonly<Record<string, unknown>>
    return this.#names.map((name) => found[name]).find((value) => value !== undefined)
  }
}

/** The name of an option that has several: the first that is more than a letter. */
function longest(names: readonly string[]): string {
  return names.find((name) => name.length > 1) ?? names[0]!
}
