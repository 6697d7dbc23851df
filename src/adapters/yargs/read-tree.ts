import type { ForeignCommand } from '../model/foreign-program.ts'
import { readOptions, readPositionals } from './read-options.ts'
import {
  isEmptyHandler,
  textOptions,
  type YargsEntry,
  type YargsInternals,
  type YargsMain,
} from './yargs-program.ts'

/** Reads all commands of a program. Every builder runs once, on an instance of its own. */
export async function readTree(program: YargsInternals, main?: YargsMain): Promise<ForeignCommand> {
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
    ...(entry?.deprecated ? { isDeprecated: true } : {}),
    positionals: own.length > 0 ? own : positionals,
    options: [yargs, ...(self ? [self.yargs] : [])].flatMap((each) =>
      readOptions(each, taken, program.getOptions().envPrefix),
    ),
    commands,
    isRunnable:
      unnamed !== undefined ||
      (entry !== null && (commands.length === 0 || !isEmptyHandler(entry))),
    ...(named !== undefined && named !== '$0' && { defaultCommand: named }),
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
