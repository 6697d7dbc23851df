import { firstWords } from '../catch/heard.ts'
import { wrap } from '../catch/replace.ts'
import {
  NOTHING,
  spelled,
  withoutTaken,
  type ForeignCommand,
  type ForeignOption,
  type Front,
  type Watch,
} from './front.ts'

/** A command as it was given to yargs: `show <id>`. */
interface Handler {
  readonly original: string
  readonly description?: string | false
  readonly builder?: unknown
}
interface Parts {
  readonly getUsageInstance: () => {
    fail: (message: string | null, error?: unknown) => unknown
    getDescriptions: () => Record<string, string>
  }
  readonly getValidationInstance: () => object
  readonly getContext: () => { readonly fullCommands: readonly string[] }
  readonly getCommandInstance: () => {
    readonly handlers?: Record<string, Handler>
    /** Names by their aliases. */
    readonly aliasMap?: Record<string, string>
    getCommandHandlers?: () => Record<string, Handler>
    addHandler: (...given: unknown[]) => void
  }
}
type Yargs = Partial<Parts> & {
  readonly getInternalMethods?: () => Parts
  readonly getOptions: () => Record<string, Record<string, unknown>>
  readonly option: (all: object) => Yargs
}

/** The checks of yargs, whose sentences are translated, and what the contract calls what they refuse. */
const CODES: Readonly<Record<string, string>> = {
  nonOptionCount: 'MISSING_ARGUMENT',
  positionalCount: 'MISSING_ARGUMENT',
  requiredArguments: 'MISSING_ARGUMENT',
  unknownArguments: 'UNKNOWN_FLAG',
  unknownCommands: 'UNKNOWN_COMMAND',
  recommendCommands: 'UNKNOWN_COMMAND',
  limitedChoices: 'INVALID_CHOICE',
  customChecks: 'INVALID_VALUE',
  implications: 'MISSING_ARGUMENT',
  conflicting: 'CONFLICTING_OPTIONS',
}

/** yargs, from 16 on. */
export const yargs: Front = {
  fits: (program) => 'getOptions' in program && 'showHelpOnFail' in program,
  read: readTree,
  listen: (program: Yargs, watch) => {
    const { heard, words } = watch
    const { getUsageInstance, getValidationInstance } = partsOf(program)
    let running = ''
    const validation = getValidationInstance()
    for (const name of Object.keys(CODES))
      wrap(validation, name, (before, ...given: unknown[]) => {
        running = name
        const did = before(...given)
        running = ''
        return did
      })
    wrap(getUsageInstance(), 'fail', (before, message: string | null, error?: unknown) => {
      const isParser = (error as Error | undefined)?.name === 'YError'
      if (running || isParser)
        heard.refusal = {
          code: codeOf(running, message ?? '', words, program),
          message: firstWords(message ?? ''),
        }
      else if (error) heard.thrown = { error }
      running = ''
      return before(message, error)
    })
    noteActions(program, watch)
    // What `require('yargs')` gives has the methods of the object that parses.
    takeWords(program.option({}), watch)
    return program
  },
}

function readTree(program: Yargs): ForeignCommand {
  const all = program.getOptions()
  const words = partsOf(program).getUsageInstance().getDescriptions()
  const options = Object.keys(all['key']!).map((name) =>
    optionOf(name, {
      alias: all['alias']?.[name] as string[] | undefined,
      description: words[name]?.replace(/^__yargsString__:/, ''),
      type: (['boolean', 'number', 'array', 'string'] as const).find((type) =>
        (all[type] as unknown as string[] | undefined)?.includes(name),
      ),
      choices: all['choices']?.[name] as string[] | undefined,
      default: all['default']?.[name],
      demandOption: name in (all['demandedOptions'] ?? {}),
    }),
  )
  const { aliasMap = {} } = partsOf(program).getCommandInstance()
  const commands = Object.values(handlersOf(program)).map((handler) =>
    readHandler(handler, aliasMap),
  )
  const own = commands.find(({ names }) => names[0] === DEFAULT)
  return {
    ...(own ?? NOTHING),
    names: [],
    options: [...options, ...(own?.options ?? [])],
    commands: commands.filter((command) => command !== own),
  }
}

const DEFAULT = '$0'

/** Notes what actions return and throw, also those of commands that a builder adds. */
function noteActions(program: Yargs, watch: Watch): void {
  const known = new WeakSet<object>()
  const noteAll = () => {
    for (const [name, handler] of Object.entries(handlersOf(program))) {
      if (known.has(handler)) continue
      known.add(handler)
      wrap(handler, 'handler', (before, argv: unknown) => {
        const { fullCommands } = partsOf(program).getContext()
        const path = fullCommands.length > 0 ? fullCommands.map(firstOf) : [name]
        return watch.act(name === DEFAULT ? [] : path, () => before(argv))
      })
    }
  }
  noteAll()
  wrap(partsOf(program).getCommandInstance(), 'addHandler', (before, ...given: unknown[]) => {
    before(...given)
    noteAll()
  })
}

/** yargs keeps the words of its start, which were copied before ours were taken out. */
function takeWords(program: Yargs, watch: Watch): void {
  const all = Reflect.ownKeys(Object.getPrototypeOf(program) as object)
  const run =
    all.find((key) => String(key).includes('runYargsParserAndExecuteCommands')) ?? '_parseArgs'
  let last: unknown
  let isBack: boolean | undefined
  wrap(program, run, (before, args: unknown, ...rest: unknown[]) => {
    // Commands are given none, and take those of the start.
    isBack ??= watch.isOwn(readTree(program))
    if (isBack) return before(args, ...rest)
    if (Array.isArray(args)) last = withoutTaken(args, watch)
    return before(args ? last : (last ?? args), ...rest)
  })
}

function codeOf(
  running: string,
  message: string,
  words: readonly string[],
  program: Yargs,
): string {
  const names = message.replace(/^[^:]*: /, '').split(', ')
  const isFlag = names.some((name) =>
    words.some((word) => /^--?/.test(word) && word.replace(/^--?/, '').split('=')[0] === name),
  )
  if (!running) return isFlag ? 'MISSING_VALUE' : 'INVALID_VALUE'
  const [got = 0, limit = 0] = (message.match(/\d+/g) ?? []).map(Number)
  if (running === 'nonOptionCount' && got > limit) return 'UNEXPECTED_ARGUMENT'
  if (running !== 'unknownArguments') return CODES[running]!
  if (isFlag) return 'UNKNOWN_FLAG'
  const hasCommands = Object.keys(handlersOf(program)).some((name) => name !== DEFAULT)
  return hasCommands ? 'UNKNOWN_COMMAND' : 'UNEXPECTED_ARGUMENT'
}

function partsOf(program: Yargs): Parts {
  return program.getInternalMethods?.() ?? (program as Parts)
}

function handlersOf(program: Yargs): Readonly<Record<string, Handler>> {
  const commands = partsOf(program).getCommandInstance()
  return commands.handlers ?? commands.getCommandHandlers?.() ?? {}
}

const firstOf = (text: string) => text.split(/\s+/)[0]!

function readHandler(
  { original, description = '', builder }: Handler,
  aliases: Readonly<Record<string, string>>,
): ForeignCommand {
  const [name = '', ...rest] = original.split(/\s+/)
  const args = rest.map((word) => ({
    name: word.replaceAll(/[<>[\].]|\|.*/g, ''),
    isRequired: word.startsWith('<'),
    isVariadic: word.includes('..'),
  }))
  const { options, commands } = recorded(builder)
  return {
    names: [name, ...Object.keys(aliases).filter((alias) => aliases[alias] === name)],
    description: description || undefined,
    isHidden: description === false,
    runs: true,
    args,
    options: options.filter(({ flags }) => !args.some((arg) => flags.includes(`--${arg.name}`))),
    commands,
  }
}

/** Has a builder tell its options to a recorder that answers every call; nothing else of the program runs. */
function recorded(builder: unknown): Pick<ForeignCommand, 'options' | 'commands'> {
  const options: ForeignOption[] = []
  const commands: ForeignCommand[] = []
  const add = (all: unknown) => {
    for (const [key, each] of Object.entries(all ?? {}))
      options.push(optionOf(key, each as Described))
  }
  const recorder: unknown = new Proxy(() => recorder, {
    get: (_, method) =>
      typeof method === 'symbol' || method === 'then'
        ? undefined
        : (name: unknown, ...given: unknown[]) => {
            if (method === 'option' || method === 'options')
              add(typeof name === 'string' ? { [name]: given[0] ?? {} } : name)
            if (method === 'command') commands.push(...readNested(name, given))
            return recorder
          },
  })
  try {
    if (typeof builder === 'function') (builder as (given: unknown) => unknown)(recorder)
    else add(builder)
  } catch {
    // What was told so far is known.
  }
  return { options, commands }
}

/** Reads a command that a builder adds, by its parts or as a module. */
function readNested(given: unknown, [words, parts]: readonly unknown[]): readonly ForeignCommand[] {
  const isModule = typeof given === 'object' && !Array.isArray(given)
  const {
    command,
    aliases = [],
    describe,
    description = describe,
    builder = parts,
  } = (isModule ? given : { command: given, description: words }) as Record<string, unknown>
  const [original = '', ...others] = [command ?? [], aliases].flat() as string[]
  const name = firstOf(original)
  if (name === '' || name === DEFAULT) return []
  const handler = { original, description: description as string | false, builder }
  return [readHandler(handler, Object.fromEntries(others.map((alias) => [alias, name])))]
}

interface Described {
  readonly alias?: string | readonly string[] | undefined
  readonly describe?: string
  readonly description?: string | undefined
  readonly type?: ForeignOption['type'] | undefined
  readonly choices?: readonly string[] | undefined
  readonly default?: unknown
  readonly demandOption?: unknown
}

function optionOf(name: string, given: Described): ForeignOption {
  const type = given.type ?? (typeof given.default === 'boolean' ? 'boolean' : 'string')
  return {
    flags: spelled([name, ...[given.alias ?? []].flat()]),
    type,
    description: given.describe ?? given.description,
    choices: given.choices,
    default: given.default,
    isRequired: Boolean(given.demandOption),
  }
}
