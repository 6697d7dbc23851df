import type { Argument, Command, Option } from 'commander'

import {
  noteResult,
  toDefault,
  type ForeignCommand,
  type ForeignError,
  type ForeignOption,
  type ForeignPositional,
  type ForeignProgram,
  type RefusedWords,
} from '../model/foreign-program.ts'

/** The members of a command of commander that the adapter uses, in every version from 12 on. */
export type CommanderCommand = Pick<
  Command,
  | 'commands'
  | 'options'
  | 'registeredArguments'
  | 'name'
  | 'aliases'
  | 'description'
  | 'version'
  | 'exitOverride'
  | 'configureOutput'
  | 'parseAsync'
>

/** What commander keeps to itself and offers no other way to. */
interface CommanderInternals {
  readonly _hidden?: boolean
  readonly _allowUnknownOption?: boolean
  readonly _allowExcessArguments?: boolean
  readonly _passThroughOptions?: boolean
  readonly _defaultCommandName?: string | null
  readonly _executableHandler?: boolean
  readonly _versionOptionName?: string
  _actionHandler?: ((args: readonly unknown[]) => unknown) | null
}

function internalsOf(command: CommanderCommand): CommanderInternals {
  return command as unknown as CommanderInternals
}

/** Reads a program of commander and takes its exits and its results from it. */
export function readCommander(program: CommanderCommand, name: string): ForeignProgram {
  const call: Call = { hasRun: false, returned: undefined }
  takeOver(program, call)
  return {
    name,
    version: program.version(),
    description: program.description(),
    root: readTree(program),
    invoke: async (words) => {
      call.hasRun = false
      call.returned = undefined
      await program.parseAsync(words, { from: 'user' })
      return call.returned
    },
    classify: (error) => classify(error, call),
  }
}

interface Call {
  hasRun: boolean
  returned: unknown
}

const takenOver = new WeakMap<CommanderCommand, { call: Call }>()

/** Keeps commands from ending the process and printing errors. Those that exist already inherit no settings. */
function takeOver(command: CommanderCommand, call: Call): void {
  const known = takenOver.get(command)
  if (known) known.call = call
  else {
    const holder = { call }
    takenOver.set(command, holder)
    command.exitOverride((error) => {
      // A subcommand that is a program of its own has ended; an error would reach nobody.
      if (error.code === 'commander.executeSubCommandAsync') process.exitCode = error.exitCode
      else throw error
    })
    command.configureOutput({ outputError: () => {} })
    const internals = internalsOf(command)
    const act = internals._actionHandler
    if (act) {
      internals._actionHandler = (args) => {
        holder.call.hasRun = true
        return noteResult(act(args), (value) => {
          holder.call.returned = value
        })
      }
    }
  }
  for (const child of command.commands) takeOver(child, call)
}

function classify(error: unknown, { hasRun }: Call): ForeignError {
  const { name, code, exitCode, message } = (error ?? {}) as Partial<Record<string, unknown>>
  if (typeof code !== 'string' || typeof exitCode !== 'number') return { kind: 'thrown' }
  const text = typeof message === 'string' ? message : ''
  const problem = hasRun ? null : readRefusal(code, text)
  if (problem) return { kind: 'refused', problem }
  if (name !== 'CommanderError') return { kind: 'thrown' }
  // Help that an action asks for has no message of its own.
  const isMessage = text !== '' && !text.startsWith('(') && code !== 'commander.version'
  return {
    kind: 'exit',
    code: exitCode,
    message: isMessage ? text.replace(/^error:\s*/i, '') : undefined,
  }
}

/** What commander calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'UNKNOWN_FLAG',
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.missingArgument': 'MISSING_ARGUMENT',
  'commander.missingMandatoryOptionValue': 'MISSING_ARGUMENT',
  'commander.optionMissingArgument': 'MISSING_VALUE',
  'commander.excessArguments': 'UNEXPECTED_ARGUMENT',
  'commander.conflictingOption': 'CONFLICTING_OPTIONS',
  'commander.invalidArgument': 'INVALID_VALUE',
}

/** Reads an error with which commander refuses words; null for any other. */
function readRefusal(code: string, text: string): RefusedWords | null {
  const ours = CODES[code]
  if (ours === undefined) return null
  const [first = '', ...rest] = text.replace(/^error:\s*/i, '').split('\n')
  const suggestion = /\(Did you mean (?:one of )?([^?,)]+)/.exec(rest.join(' '))?.[1]
  const argument = /argument '([^']*)'\.?(?: |$)/.exec(first.replace(/^option.*/, ''))?.[1]
  const named = /(?:option|command) '([^']*)'/.exec(first)?.[1] ?? ''
  const flag = /--[A-Za-z][\w-]*/.exec(named)?.[0] ?? /^-\w/.exec(named)?.[0] ?? named
  const param = argument === undefined ? flag : `<${argument}>`
  const value = /(?:argument|value) '([^']*)' is invalid/.exec(first)?.[1]
  const allowed = /Allowed choices are (.*)\.$/.exec(first)?.[1]?.split(', ')
  return {
    code: allowed ? 'INVALID_CHOICE' : ours,
    message: /[.!?]$/.test(first) ? first : `${first}.`,
    param: param || text,
    value,
    allowed,
    suggestion,
  }
}

function readTree(command: CommanderCommand, isRoot = true): ForeignCommand {
  const internals = internalsOf(command)
  const { _versionOptionName: version } = internals
  const options = command.options.filter((option) => !isRoot || option.attributeName() !== version)
  return {
    name: isRoot ? '' : command.name(),
    aliases: isRoot ? [] : command.aliases(),
    description: command.description(),
    isHidden: internals._hidden === true,
    positionals: command.registeredArguments.map(readArgument),
    options: readOptions(options),
    commands: command.commands.map((child) => readTree(child, false)),
    isRunnable: Boolean(internals._actionHandler) || internals._executableHandler === true,
    defaultCommand: internals._defaultCommandName || undefined,
    allowsUnknownOptions: internals._allowUnknownOption === true,
    allowsExtraWords: internals._allowExcessArguments === true,
    passesThrough: internals._passThroughOptions === true || internals._executableHandler === true,
  }
}

/** Reads options; `--color` and `--no-color` are one that can be switched off. */
function readOptions(options: readonly Option[]): readonly ForeignOption[] {
  const switches = new Set(
    options.filter((option) => typeOf(option) === 'boolean' && !option.negate).map(longName),
  )
  const isPaired = (option: Option) => option.negate && switches.has(longName(option).slice(3))
  const negated = new Set(options.filter(isPaired).map((option) => longName(option).slice(3)))
  const kept = options.filter((option) => !isPaired(option))
  return kept.map((option) => ({
    ...readOption(option, negated.has(longName(option))),
    conflicts: conflictsOf(option, kept),
  }))
}

/** Names the options that an option excludes; commander knows them by their keys and accepts any word. */
function conflictsOf(option: Option, options: readonly Option[]): readonly string[] {
  const { conflictsWith = [] } = option as { readonly conflictsWith?: readonly string[] }
  return options
    .filter((other) => other !== option && conflictsWith.includes(other.attributeName()))
    .map(longName)
}

function longName({ long, short }: Option): string {
  return (long ?? short ?? '').replace(/^-+/, '')
}

function readOption(option: Option, isNegatable: boolean): ForeignOption {
  const { long, short, description, required, optional, variadic, argChoices, envVar } = option
  const isLongShort = short?.startsWith('--') === true
  return {
    name: longName(option),
    spelling: long ?? short ?? '',
    // An option with two long names has the first in the place of the letter.
    short: isLongShort ? undefined : short?.slice(1),
    aliases: isLongShort ? [short.slice(2)] : [],
    type: typeOf(option),
    description,
    isNegatable,
    hasOptionalValue: optional,
    isGreedy: variadic,
    choices: argChoices,
    // A switch named --no-x is on by default, and as a parameter of its own it is not.
    default: option.negate ? undefined : toDefault(option.defaultValue),
    env: required || optional ? envVar : undefined,
    isRequired: option.mandatory && option.defaultValue === undefined,
    isHidden: option.hidden,
  }
}

function typeOf({ required, optional, variadic, parseArg }: Option): ForeignOption['type'] {
  if (variadic) return 'list'
  // A function that collects values and one that reads a number look alike, unless it is a usual one.
  if (required || optional) return NUMBERS.includes(parseArg) ? 'number' : 'string'
  return parseArg === undefined ? 'boolean' : 'count'
}

const NUMBERS: readonly unknown[] = [Number, parseFloat, parseInt]

function readArgument(argument: Argument): ForeignPositional {
  const { description, required, variadic, argChoices } = argument
  return {
    name: argument.name(),
    description,
    isRequired: required,
    isVariadic: variadic,
    choices: argChoices,
    default: toDefault(argument.defaultValue),
  }
}
