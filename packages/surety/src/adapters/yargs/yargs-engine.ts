import { withoutPrinting } from '../engine.ts'
import {
  toDefault,
  type ForeignCommand,
  type ForeignError,
  type ForeignOption,
  type ForeignOptionType,
  type ForeignPositional,
  type ForeignProgram,
} from '../model/foreign-program.ts'
import { ownsFlag, parameterName } from '../words/option-table.ts'
import { takeOver, YargsRefusal } from './take-over.ts'
import {
  internalsOf,
  isEmptyHandler,
  nameOf,
  textOptions,
  type YargsEntry,
  type YargsInternals,
  type YargsMain,
  type YargsOptions,
  type YargsProgram,
} from './yargs-program.ts'

export async function hasFlag(program: YargsProgram, flag: string): Promise<boolean> {
  return ownsFlag(await withoutPrinting(() => readTree(internalsOf(program))), flag)
}

export async function readYargs(
  program: YargsProgram,
  main: YargsMain | undefined,
): Promise<ForeignProgram> {
  const yargs = internalsOf(program)
  const root = await readTree(yargs, main)
  const taken = takeOver(yargs)
  return {
    name: nameOf(program),
    version: versionOf(yargs),
    description: root.description || descriptionOf(yargs),
    root,
    invoke: (words) => taken.invoke(words, main),
    classify: (error) => classify(error, taken.hasRun),
  }
}

function classify(error: unknown, hasRun: boolean): ForeignError {
  if (error instanceof YargsRefusal) return { kind: 'refused', problem: error.problem }
  // What a function that converts a value throws arrives like this if another one before it was async.
  if (hasRun || !(error instanceof Error) || error.name !== 'YError') return { kind: 'thrown' }
  const problem = { code: 'INVALID_VALUE', message: error.message, param: 'input' }
  return { kind: 'refused', problem }
}

function versionOf(yargs: YargsInternals): string | undefined {
  let version: unknown
  yargs
    .getInternalMethods()
    .getUsageInstance()
    .showVersion((text) => {
      version = text
    })
  return typeof version === 'string' ? version : undefined
}

/** The first line about the program that is not a pattern of its words. */
function descriptionOf(yargs: YargsInternals): string {
  const usage = yargs.getInternalMethods().getUsageInstance().getUsage()
  const lines = usage.flatMap((texts) => texts.flatMap((text) => text.split('\n')))
  return lines.find((line) => line.trim() !== '' && !/\$0|^usage\b/i.test(line))?.trim() ?? ''
}

/** Reads all commands of a program. Every builder runs once, on an instance of its own. */
async function readTree(program: YargsInternals, main?: YargsMain): Promise<ForeignCommand> {
  const root = await readCommand(program, '', null, levelOf(program))
  if (!main || root.isRunnable) return root
  const min = program.getOptions().demandedCommands._?.min ?? 0
  return {
    ...root,
    isRunnable: true,
    positionals: [{ name: 'words', isRequired: min > 0, isVariadic: true }],
  }
}

/** One level of commands: the instance that they are declared on, and what it inherits. */
interface Level {
  readonly yargs: YargsInternals
  readonly isStrict: boolean
  readonly isStrictOnOptions: boolean
  /** Whether the builder failed on an instance that knows no words. */
  readonly isBroken?: boolean
}

async function readCommand(
  program: YargsInternals,
  name: string,
  entry: YargsEntry | null,
  level: Level,
): Promise<ForeignCommand> {
  const { yargs, isBroken = false } = level
  const { handlers, aliasMap, defaultCommand } = yargs.getInternalMethods().getCommandInstance()
  const unnamed = handlers['$0']
  const commands: ForeignCommand[] = []
  for (const [word, child] of Object.entries(handlers)) {
    if (child === unnamed) continue
    const command = await readCommand(program, word, child, await build(program, child, level))
    const aliases = Object.keys(aliasMap).filter((alias) => aliasMap[alias] === word)
    commands.push({ ...command, aliases })
  }
  // A default command without a name of its own is what this command does itself.
  const self = unnamed && (await build(program, unnamed, level))
  const positionals = unnamed && self ? readPositionals(self.yargs, unnamed) : []
  const own = entry ? readPositionals(yargs, entry) : []
  const taken = [...textOptions(program), ...[...own, ...positionals].map((each) => each.name)]
  const named = Object.keys(handlers).find((word) => handlers[word] === defaultCommand)
  const configuration = program.getInternalMethods().getParserConfiguration()
  return {
    name,
    aliases: [],
    description: entry?.description || unnamed?.description || '',
    isHidden: entry?.description === false,
    isDeprecated: Boolean(entry?.deprecated),
    positionals: own.length > 0 ? own : positionals,
    options: [yargs, ...(self ? [self.yargs] : [])].flatMap((each) =>
      readOptions(each, taken, program.getOptions().envPrefix),
    ),
    commands,
    isRunnable:
      unnamed !== undefined ||
      (entry !== null && (commands.length === 0 || !isEmptyHandler(entry))),
    defaultCommand: named === '$0' ? undefined : named,
    allowsUnknownOptions:
      isBroken ||
      configuration['unknown-options-as-args'] === true ||
      !(level.isStrict || level.isStrictOnOptions),
    unknownOptionsTakeValue: configuration['unknown-options-as-args'] !== true,
    allowsExtraWords: isBroken || !level.isStrict,
    passesThrough: configuration['halt-at-non-option'] === true,
  }
}

/** Runs the builder of a command, as yargs does when it is called. */
async function build(program: YargsInternals, entry: YargsEntry, above: Level): Promise<Level> {
  const fresh = freshInstance(program)
  // Yargs looks here for the words of the command when its builder describes an argument.
  fresh.getInternalMethods().getContext().fullCommands.push(entry.original)
  const { builder } = entry
  if (typeof builder !== 'function') {
    for (const [name, facts] of Object.entries(builder)) fresh.option(name, facts)
    return levelOf(fresh, above)
  }
  try {
    const built = (await builder(fresh, false)) as Partial<YargsInternals> | undefined
    const isInstance = typeof built?.getInternalMethods === 'function'
    return levelOf(isInstance ? (built as YargsInternals) : fresh, above)
  } catch {
    // It needs words of a real call; what it had declared by then is known.
    return { ...levelOf(fresh, above), isBroken: true }
  }
}

function levelOf(yargs: YargsInternals, above?: Level): Level {
  return {
    yargs,
    isStrict: yargs.getStrict() || above?.isStrict === true,
    isStrictOnOptions: yargs.getStrictOptions() || above?.isStrictOnOptions === true,
  }
}

/** Creates an instance of the same copy of yargs, which may not be the one that we would import. */
function freshInstance(program: YargsInternals): YargsInternals {
  const { shim } = program.getInternalMethods().getCommandInstance()
  const locale = shim.y18n.getLocale()
  const create = program.constructor as new (...given: unknown[]) => YargsInternals
  const fresh = new create([], process.cwd(), undefined, shim)
  // A new instance sets the language of all.
  shim.y18n.setLocale(locale)
  fresh.exitProcess(false)
  return fresh
}

/** Reads the options that are declared on an instance, without those of these names. */
function readOptions(
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
function readPositionals(
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
      type: isIn('number') ? 'number' : undefined,
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
      description:
        typeof description === 'string' ? description.replace('__yargsString__:', '') : undefined,
      choices: choices?.every((each) => typeof each === 'string') ? choices : undefined,
      default: toDefault(find('default')),
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
  const count = find('narg') as number | undefined
  const isSeveral = Number(count) > 1
  const type = typeOf(isIn, isSeveral, find('default'))
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
  const hasVariable = envPrefix !== undefined && !isIn('array') && !isIn('count')
  const variable = parameterName(name).replaceAll('-', '_').toUpperCase()
  const prefix = envPrefix === '' ? '' : `${envPrefix?.replace(/_$/, '')}_`
  return {
    name,
    spelling: name.length === 1 ? `-${name}` : `--${name}`,
    short,
    aliases: others.filter((each) => each !== short),
    type: type ?? 'string',
    ...facts,
    isNegatable: (type === 'boolean' || isUntyped) && configuration['boolean-negation'] !== false,
    takesTruthWord: type === 'boolean',
    hasOptionalValue: isUntyped && count === undefined,
    isGreedy:
      isSeveral || (type === 'list' && count !== 1 && configuration['greedy-arrays'] !== false),
    maxValues: isSeveral ? count : undefined,
    keepsRepeats: type !== 'list' && type !== 'count',
    env: hasVariable ? `${prefix}${variable}` : undefined,
    isRequired: isDemanded && !hasOtherSource,
    isHidden: isIn('hiddenOptions'),
    conflicts,
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
