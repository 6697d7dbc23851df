import {
  toDefault,
  type ForeignOption,
  type ForeignOptionType,
  type ForeignPositional,
} from '../model/foreign-program.ts'
import { parameterName } from '../words/option-table.ts'
import type { YargsEntry, YargsInternals, YargsOptions } from './yargs-program.ts'

/** Reads the options that are declared on an instance, without those of these names. */
export function readOptions(
  yargs: YargsInternals,
  left: readonly string[],
  envPrefix: string | undefined,
): readonly ForeignOption[] {
  const groups = groupsOf(yargs.getOptions()).filter(
    (names) => !names.some((name) => left.includes(name)),
  )
  return groups.map((names) => readOption(yargs, names, groups, envPrefix))
}

/** Reads the positional arguments of a command; what is known of each is kept with the options. */
export function readPositionals(
  yargs: YargsInternals,
  { demanded, optional }: YargsEntry,
): readonly ForeignPositional[] {
  return [...demanded, ...optional].map((positional) => {
    const { isIn, facts } = lookUp(yargs, positional.cmd)
    return {
      name: positional.cmd[0],
      isRequired: demanded.includes(positional),
      isVariadic: positional.variadic,
      ...facts,
      ...(isIn('number') && { type: 'number' as const }),
    }
  })
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

/** Finds what yargs knows of an option or argument by any of its names. */
function lookUp(yargs: YargsInternals, names: readonly string[]) {
  const options = yargs.getOptions()
  const find = (where: 'narg' | 'choices' | 'default'): unknown =>
    names.map((name) => options[where][name]).find((value) => value !== undefined)
  const texts = yargs.getInternalMethods().getUsageInstance().getDescriptions()
  const description = names.map((name) => texts[name]).find(Boolean)
  const choices = find('choices') as readonly unknown[] | undefined
  const value = toDefault(find('default'))
  return {
    isIn: (
      list: 'array' | 'boolean' | 'count' | 'number' | 'string' | 'hiddenOptions' | 'config',
    ) => {
      const found = options[list]
      const listed = Array.isArray(found) ? (found as readonly string[]) : Object.keys(found)
      return names.some((name) => listed.includes(name))
    },
    find,
    facts: {
      ...(typeof description === 'string' && {
        description: description.replace('__yargsString__:', ''),
      }),
      ...(choices?.every((each) => typeof each === 'string') && { choices }),
      ...(value !== undefined && { default: value }),
    },
  }
}

function readOption(
  yargs: YargsInternals,
  names: readonly string[],
  groups: readonly (readonly string[])[],
  envPrefix: string | undefined,
): ForeignOption {
  const { isIn, find, facts } = lookUp(yargs, names)
  const name = longest(names)
  const others = names.filter((each) => each !== name)
  const short = others.find((each) => each.length === 1)
  const aliases = others.filter((each) => each !== short)
  const count = find('narg') as number | undefined
  const type = typeOf(isIn, Number(count) > 1, find('default'))
  const isUntyped = type === null
  const methods = yargs.getInternalMethods()
  const configuration = methods.getParserConfiguration()
  const excluded = methods.getValidationInstance().getConflicting()
  const conflicts = names
    .flatMap((each) => excluded[each] ?? [])
    .flatMap((other) => groups.find((group) => group.includes(String(other))) ?? [])
    .filter((other) => groups.some((group) => longest(group) === other))
  const { demandedOptions, config, configObjects } = yargs.getOptions()
  const isDemanded = names.some((each) => Object.hasOwn(demandedOptions, each))
  // A file or an object of settings may hold the value; then only yargs knows.
  const hasOtherSource =
    Object.keys(config).length > 0 || configObjects.length > 0 || find('default') !== undefined
  const variable = parameterName(name).replaceAll('-', '_').toUpperCase()
  const prefix = envPrefix === '' ? '' : `${envPrefix?.replace(/_$/, '')}_`
  return {
    name,
    spelling: name.length === 1 ? `-${name}` : `--${name}`,
    ...(short !== undefined && { short }),
    ...(aliases.length > 0 && { aliases }),
    type: type ?? 'string',
    ...facts,
    ...((type === 'boolean' || isUntyped) &&
      configuration['boolean-negation'] !== false && { isNegatable: true }),
    ...(type === 'boolean' && { takesTruthWord: true }),
    ...(isUntyped && count === undefined && { hasOptionalValue: true }),
    ...(type === 'list' &&
      count !== 1 &&
      configuration['greedy-arrays'] !== false && { isGreedy: true }),
    ...(Number(count) > 1 && { isGreedy: true, maxValues: Number(count) }),
    ...(type !== 'list' && type !== 'count' && { keepsRepeats: true }),
    ...(envPrefix !== undefined &&
      !isIn('array') &&
      !isIn('count') && { env: `${prefix}${variable}` }),
    ...(isDemanded && !hasOtherSource && { isRequired: true }),
    ...(isIn('hiddenOptions') && { isHidden: true }),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

/** Null for an option that takes whatever stands after it, if anything does. */
function typeOf(
  isIn: ReturnType<typeof lookUp>['isIn'],
  takesSeveral: boolean,
  value: unknown,
): ForeignOptionType | null {
  if (isIn('count')) return 'count'
  if (isIn('array') || takesSeveral) return 'list'
  if (isIn('boolean')) return 'boolean'
  if (isIn('number')) return 'number'
  if (isIn('string') || isIn('config')) return 'string'
  return typeof value === 'boolean' ? 'boolean' : null
}

/** The name of an option that has several: the first that is more than a letter. */
function longest(names: readonly string[]): string {
  return names.find((name) => name.length > 1) ?? names[0]!
}
