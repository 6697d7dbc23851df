import { stripVTControlCharacters } from 'node:util'

import type * as Oclif from '@oclif/core'
import type { Command } from '@oclif/core'

import { withoutPrinting } from '../engine.ts'
import {
  chainsOf,
  NamedPlace,
  toDefault,
  type ForeignCommand,
  type ForeignError,
  type ForeignOption,
  type ForeignPositional,
  type ForeignProgram,
  type RefusedWords,
} from '../model/foreign-program.ts'
import { ownsFlag } from '../words/option-table.ts'
import { findChild } from '../words/split-words.ts'

/** The copy of oclif that a program uses. */
export type OclifCore = typeof Oclif

export async function hasFlag(core: OclifCore, folder: string, flag: string): Promise<boolean> {
  const config = await withoutPrinting(() => core.Config.load(folder))
  const hasJson = flag === '--json' && config.commands.some((each) => each.enableJsonFlag)
  return hasJson || ownsFlag(readTree(config), flag)
}

export async function ownsCommand(core: OclifCore, folder: string, word: string): Promise<boolean> {
  const config = await withoutPrinting(() => core.Config.load(folder))
  return findChild(readTree(config), word) !== undefined
}

export async function readOclif(core: OclifCore, folder: string): Promise<ForeignProgram> {
  const config = await core.Config.load(folder)
  const refused = new WeakSet<object>()
  return {
    name: config.bin,
    version: config.version,
    description: config.pjson.description ?? '',
    root: readTree(config),
    putsCommandFirst: true,
    invoke: async (words) => {
      const { id, rest } = commandIn(config, words)
      const command = id === null ? config.commands[0] : config.findCommand(id)
      if (command) watchParser((await command.load()).prototype, refused)
      return core.run(id === null ? [...words] : [id, ...rest], config)
    },
    classify: (error) => classify(error, refused),
  }
}

/** Finds the command that the first words name; a program that is one command has no words for it. */
function commandIn(
  config: Oclif.Interfaces.Config,
  words: readonly string[],
): { readonly id: string | null; readonly rest: readonly string[] } {
  if (config.isSingleCommandCLI) return { id: null, rest: words }
  for (let count = words.length; count > 0; count -= 1) {
    const id = words.slice(0, count).join(':')
    if (config.findCommand(id)) return { id, rest: words.slice(count) }
  }
  return { id: words[0] ?? '', rest: words.slice(1) }
}

const watched = new WeakMap<object, { refused: WeakSet<object> }>()

/** Notes the errors with which a command reads its words, inside `run()`: they may be of any class. */
function watchParser(prototype: object, refused: WeakSet<object>): void {
  let owner: object | null = prototype
  while (owner && !Object.hasOwn(owner, 'parse')) owner = Object.getPrototypeOf(owner) as object
  if (!owner) return
  const known = watched.get(owner)
  if (known) {
    known.refused = refused
    return
  }
  const holder = { refused }
  watched.set(owner, holder)
  const methods = owner as { parse: (...given: unknown[]) => Promise<unknown> }
  const { parse } = methods
  methods.parse = async function (...given) {
    try {
      return await Reflect.apply(parse, this, given)
    } catch (error) {
      if (typeof error === 'object' && error !== null) holder.refused.add(error)
      throw error
    }
  }
}

function classify(error: unknown, refused: WeakSet<object>): ForeignError {
  if (typeof error !== 'object' || error === null) return { kind: 'thrown' }
  if (refused.has(error)) return { kind: 'refused', problem: readRefusal(error) }
  const { oclif, code } = error as {
    readonly oclif?: { readonly exit?: unknown }
    readonly code?: unknown
  }
  if (typeof oclif?.exit !== 'number') return { kind: 'thrown' }
  // `this.exit()` has no message of its own.
  return {
    kind: 'exit',
    code: oclif.exit,
    message: code === 'EEXIT' ? undefined : textOf(error),
  }
}

/** What oclif calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  NonExistentFlagsError: 'UNKNOWN_FLAG',
  RequiredArgsError: 'MISSING_ARGUMENT',
  UnexpectedArgsError: 'UNEXPECTED_ARGUMENT',
  FlagInvalidOptionError: 'INVALID_CHOICE',
  ArgInvalidOptionError: 'INVALID_CHOICE',
}

function readRefusal(error: unknown): RefusedWords {
  const message = textOf(error)
  const name = error instanceof Error ? error.constructor.name : ''
  const param = /--[A-Za-z][\w-]*/.exec(message)?.[0] ?? 'input'
  return { code: CODES[name] ?? 'INVALID_VALUE', message, param }
}

/** Takes the colours and the advice for people out of a message. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text)
    .replace(/(?<!\s)\s*\nSee more help with --help\s*$/, '')
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .trim()
}

/** Reads the commands of a program into the tree that their ids describe: `issue:list` is in `issue`. */
function readTree(config: Oclif.Interfaces.Config): ForeignCommand {
  const { commands, isSingleCommandCLI, topicSeparator } = config
  const only = commands[0]
  if (isSingleCommandCLI && only) return { ...readCommand('', only), aliases: [] }
  const aliases = new Set(commands.flatMap((each) => each.aliases))
  // With colons between them, the words of an id are one word of the call.
  const pathOf = (id: string) => (topicSeparator === ':' ? [id] : id.split(':'))
  const root = new NamedPlace<Entry>()
  for (const command of commands) {
    if (aliases.has(command.id)) continue
    const path = pathOf(command.id)
    const entry: Entry = { command, aliases: [], isAside: false }
    root.at(path).command = entry
    for (const alias of command.aliases.map(pathOf)) {
      const isBeside = path.slice(0, -1).join(':') === alias.slice(0, -1).join(':')
      if (isBeside) entry.aliases.push(alias.at(-1)!)
      // Elsewhere it is a command of its own, which is not shown.
      else root.at(alias).command ??= { command, aliases: [], isAside: true }
    }
  }
  const topics = new Map(config.topics.map(({ name, description }) => [name, description]))
  return hoistShared(toCommand(root, [], topics))
}

interface Entry {
  readonly command: Command.Loadable
  readonly aliases: string[]
  readonly isAside: boolean
}

function toCommand(
  { command: entry, below }: NamedPlace<Entry>,
  path: readonly string[],
  topics: ReadonlyMap<string, string | undefined>,
): ForeignCommand {
  const name = path.at(-1) ?? ''
  const own = entry
    ? readCommand(name, entry.command)
    : { ...EMPTY, name, description: topics.get(path.join(':')) ?? '' }
  return {
    ...own,
    aliases: entry?.aliases ?? [],
    isHidden: own.isHidden || entry?.isAside === true,
    commands: [...below].map(([word, place]) => toCommand(place, [...path, word], topics)),
  }
}

const EMPTY: ForeignCommand = {
  name: '',
  aliases: [],
  description: '',
  isHidden: false,
  positionals: [],
  options: [],
  commands: [],
  isRunnable: false,
}

/** A switch or an option, with the members of both. */
type Flag = Command.Flag.Cached & {
  readonly allowNo?: boolean
  readonly options?: readonly string[]
  readonly multiple?: boolean
  readonly multipleNonGreedy?: boolean
}

function readCommand(name: string, command: Command.Loadable): ForeignCommand {
  const isLoose = command.strict === false
  const args = Object.values(command.args)
  return {
    ...EMPTY,
    name,
    description: command.summary ?? command.description ?? '',
    isHidden: command.hidden === true,
    isDeprecated: command.state === 'deprecated',
    positionals:
      isLoose && args.length === 0
        ? [{ name: 'words', isRequired: false, isVariadic: true }]
        : args.map(readArg),
    options: Object.values(command.flags)
      // The contract has a --json of its own; under oclif's, failures return nothing.
      .filter((flag) => !(command.enableJsonFlag && flag.name === 'json'))
      .map((flag) => readFlag(flag, command)),
    isRunnable: true,
    allowsUnknownOptions: isLoose,
    allowsExtraWords: isLoose,
  }
}

function readFlag(flag: Flag, command: Command.Loadable): ForeignOption {
  const { name, char, description, summary, options, env, exclusive = [], multiple } = flag
  return {
    name,
    spelling: `--${name}`,
    short: char,
    aliases: [...(flag.aliases ?? []), ...(flag.charAliases ?? [])],
    type: typeOf(flag),
    description: summary ?? description,
    isNegatable: flag.allowNo,
    isGreedy: multiple && !flag.multipleNonGreedy,
    keepsRepeats: !multiple,
    choices: options,
    default: toDefault(flag.default),
    env: multiple ? undefined : env,
    isRequired: flag.required === true && flag.default === undefined,
    isHidden: flag.hidden,
    conflicts: exclusive.filter((other) => Object.hasOwn(command.flags, other)),
  }
}

/** The function that reads a value does not tell its type, but a number as the default does. */
function typeOf({ type, multiple, default: value }: Flag): ForeignOption['type'] {
  if (type === 'boolean') return 'boolean'
  if (multiple) return 'list'
  return typeof value === 'number' ? 'number' : 'string'
}

function readArg({
  name,
  description,
  required,
  multiple,
  options,
  ...arg
}: Command.Arg.Cached): ForeignPositional {
  return {
    name,
    description,
    isRequired: required === true && arg.default === undefined,
    isVariadic: multiple === true,
    choices: options,
    default: toDefault(arg.default),
  }
}

/** Moves the flags that all commands have to the root, where they may stand before the command. */
function hoistShared(root: ForeignCommand): ForeignCommand {
  const all = chainsOf(root).map((chain) => chain.at(-1)!)
  const [first, ...others] = all.filter(({ isRunnable }) => isRunnable)
  if (!first || others.length === 0) return root
  const isSame = (one: ForeignOption) => (other: ForeignOption) =>
    JSON.stringify(one) === JSON.stringify(other)
  const shared = first.options.filter((option) =>
    others.every((command) => command.options.some(isSame(option))),
  )
  const strip = (command: ForeignCommand): ForeignCommand => ({
    ...command,
    options: command.options.filter((option) => !shared.some(isSame(option))),
    commands: command.commands.map(strip),
  })
  return { ...strip(root), options: shared }
}
