import { firstWords } from '../catch/heard.ts'
import { wrap } from '../catch/replace.ts'
import {
  noted,
  withoutTaken,
  type ForeignCommand,
  type ForeignOption,
  type Front,
  type Watch,
} from './front.ts'

interface Handler {
  readonly original: string
  readonly description: string | false
  readonly handler: (argv: unknown) => unknown
  readonly builder: unknown
  readonly demanded: readonly Positional[]
  readonly optional: readonly Positional[]
}
interface Positional {
  readonly cmd: readonly string[]
  readonly variadic: boolean
}
interface Parts {
  readonly getUsageInstance: () => {
    fail: (message: string | null, error?: unknown) => unknown
    getDescriptions: () => Record<string, string>
  }
  readonly getValidationInstance: () => object
  readonly getCommandInstance: () => {
    readonly handlers?: Record<string, Handler>
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
    const validation = getValidationInstance() as Record<string, unknown>
    for (const name of Object.keys(CODES))
      wrap(
        validation,
        name,
        (before) =>
          function check(...given: unknown[]) {
            running = name
            const did = before.apply(this, given)
            running = ''
            return did
          },
      )
    wrap(
      getUsageInstance(),
      'fail',
      (before) =>
        function fail(message: string | null, error?: unknown) {
          const isParser = (error as Error | undefined)?.name === 'YError'
          if (running || isParser)
            heard.refusal = {
              code: codeOf(running, message ?? '', words, program),
              message: firstWords(message ?? ''),
            }
          else if (error) heard.thrown = { error }
          running = ''
          return before.call(this, message, error)
        },
    )
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
  return { ...readCommands(handlersOf(program)), names: [], options }
}

/** Notes what actions return and throw, also those of commands that a builder adds. */
function noteActions(program: Yargs, { heard }: Watch): void {
  const known = new WeakSet<object>()
  const noteAll = () => {
    for (const handler of Object.values(handlersOf(program))) {
      if (known.has(handler)) continue
      known.add(handler)
      wrap(
        handler,
        'handler',
        (before) =>
          function act(argv: unknown) {
            return noted(heard, () => before.call(this, argv))
          },
      )
    }
  }
  noteAll()
  wrap(
    partsOf(program).getCommandInstance(),
    'addHandler',
    (before) =>
      function add(...given: unknown[]) {
        before.apply(this, given)
        noteAll()
      },
  )
}

/** yargs keeps the words of its start, which were copied before ours were taken out. */
function takeWords(program: Yargs, watch: Watch): void {
  const all = Reflect.ownKeys(Object.getPrototypeOf(program) as object)
  const run =
    all.find((key) => String(key).includes('runYargsParserAndExecuteCommands')) ?? '_parseArgs'
  let last: unknown
  let isBack: boolean | undefined
  wrap(
    program,
    run,
    (before) =>
      function parse(args: unknown, ...rest: unknown[]) {
        // Commands are given none, and take those of the start.
        isBack ??= watch.isOwn(readTree(program))
        if (isBack) return before.call(this, args, ...rest)
        if (Array.isArray(args)) last = withoutTaken(args, watch)
        return before.call(this, args ? last : (last ?? args), ...rest)
      },
  )
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
  const hasCommands = Object.keys(handlersOf(program)).some((name) => name !== '$0')
  return hasCommands ? 'UNKNOWN_COMMAND' : 'UNEXPECTED_ARGUMENT'
}

function partsOf(program: Yargs): Parts {
  return program.getInternalMethods?.() ?? (program as Parts)
}

function handlersOf(program: Yargs): Readonly<Record<string, Handler>> {
  const commands = partsOf(program).getCommandInstance()
  return commands.handlers ?? commands.getCommandHandlers?.() ?? {}
}

function readCommands(
  handlers: Readonly<Record<string, Handler>>,
): Omit<ForeignCommand, 'names' | 'options'> {
  const all = Object.entries(handlers)
  const own = handlers['$0']
  return {
    runs: own !== undefined,
    description: own?.description || undefined,
    args: own ? argsOf(own) : [],
    commands: all
      .filter(([name]) => name !== '$0')
      .map(([name, handler]) => readHandler(name, handler)),
  }
}

const argsOf = ({ demanded, optional }: Handler) =>
  [...demanded, ...optional].map((each, at) => ({
    name: each.cmd[0]!,
    isVariadic: each.variadic,
    isRequired: at < demanded.length,
  }))

function readHandler(name: string, handler: Handler): ForeignCommand {
  const { options, commands } = recorded(handler.builder)
  const args = argsOf(handler)
  return {
    names: [name],
    description: handler.description || undefined,
    isHidden: handler.description === false,
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
  const add = (name: unknown, given: unknown) => {
    if (typeof name === 'string') options.push(optionOf(name, given ?? {}))
    else
      for (const [key, each] of Object.entries(name ?? {}))
        options.push(optionOf(key, each as Described))
  }
  const recorder: unknown = new Proxy(() => recorder, {
    get: (_, method) =>
      typeof method === 'symbol' || method === 'then'
        ? undefined
        : (name: unknown, ...given: unknown[]) => {
            if (method === 'option' || method === 'options') add(name, given[0])
            if (method === 'command') commands.push(...readNested(name, given))
            return recorder
          },
  })
  try {
    if (typeof builder === 'function') (builder as (given: unknown) => unknown)(recorder)
    else add(builder, undefined)
  } catch {
    // What was told so far is known.
  }
  return { options, commands }
}

function readNested(
  name: unknown,
  [description, builder]: readonly unknown[],
): readonly ForeignCommand[] {
  const module = (
    typeof name === 'object' && name !== null
      ? name
      : { command: name, describe: description, builder }
  ) as Record<string, unknown>
  const [text = ''] = [module['command'] ?? []].flat() as string[]
  const [first = '', ...rest] = text.split(/\s+/)
  if (first === '' || first === '$0') return []
  const positional = (word: string) => ({
    cmd: [word.replaceAll(/[<>[\].]/g, '')],
    variadic: word.includes('..'),
  })
  return [
    readHandler(first, {
      original: text,
      description: (module['describe'] ?? module['description'] ?? '') as string,
      handler: () => undefined,
      builder: module['builder'],
      demanded: rest.filter((word) => word.startsWith('<')).map(positional),
      optional: rest.filter((word) => word.startsWith('[')).map(positional),
    }),
  ]
}

interface Described {
  readonly alias?: string | readonly string[] | undefined
  readonly describe?: string
  readonly description?: string | undefined
  readonly type?: ForeignOption['type']
  readonly choices?: readonly string[] | undefined
  readonly default?: unknown
  readonly demandOption?: unknown
}

function optionOf(name: string, given: Described): ForeignOption {
  const type = given.type ?? (typeof given.default === 'boolean' ? 'boolean' : 'string')
  return {
    flags: [name, ...[given.alias ?? []].flat()].map((each) =>
      each.length === 1 ? `-${each}` : `--${each}`,
    ),
    takesValue: type !== 'boolean',
    type,
    description: given.describe ?? given.description,
    choices: given.choices,
    default: given.default,
    isRequired: Boolean(given.demandOption),
  }
}
