import {
  toDefault,
  type ForeignCommand,
  type ForeignOption,
  type ForeignPositional,
} from '../model/foreign-program.ts'
import {
  internalsOf,
  type CommanderArgument,
  type CommanderCommand,
  type CommanderOption,
} from './commander-program.ts'

/** Reads a command of commander and everything below it. */
export function readTree(command: CommanderCommand, isRoot = true): ForeignCommand {
  const internals = internalsOf(command)
  const { _versionOptionName: version } = internals
  const options = command.options.filter((option) => !isRoot || option.attributeName() !== version)
  const defaultCommand = internals._defaultCommandName
  return {
    name: isRoot ? '' : command.name(),
    aliases: isRoot ? [] : command.aliases(),
    description: command.description(),
    isHidden: internals._hidden === true,
    positionals: command.registeredArguments.map(readArgument),
    options: readOptions(options),
    commands: command.commands.map((child) => readTree(child, false)),
    isRunnable: Boolean(internals._actionHandler) || internals._executableHandler === true,
    ...(defaultCommand && { defaultCommand }),
    allowsUnknownOptions: internals._allowUnknownOption === true,
    allowsExtraWords: internals._allowExcessArguments === true,
    passesThrough: internals._passThroughOptions === true || internals._executableHandler === true,
  }
}

/** Reads options; `--color` and `--no-color` are one that can be switched off. */
function readOptions(options: readonly CommanderOption[]): readonly ForeignOption[] {
  const switches = new Set(options.filter(isSwitch).map(longName))
  const isPaired = (option: CommanderOption) =>
    option.negate && switches.has(longName(option).slice(3))
  const negated = new Set(options.filter(isPaired).map((option) => longName(option).slice(3)))
  const kept = options.filter((option) => !isPaired(option))
  return kept.map((option) => {
    const conflicts = conflictsOf(option, kept)
    return {
      ...readOption(option, negated.has(longName(option))),
      ...(conflicts.length > 0 && { conflicts }),
    }
  })
}

/** Names the options that an option excludes; commander knows them by their keys and accepts any word. */
function conflictsOf(
  option: CommanderOption,
  options: readonly CommanderOption[],
): readonly string[] {
  const { conflictsWith = [] } = option
  return options
    .filter((other) => other !== option && conflictsWith.includes(other.attributeName()))
    .map(longName)
}

function isSwitch({ required, optional, negate, parseArg }: CommanderOption): boolean {
  return !required && !optional && !negate && parseArg === undefined
}

function longName({ long, short }: CommanderOption): string {
  return (long ?? short ?? '').replace(/^-+/, '')
}

function readOption(option: CommanderOption, isNegatable: boolean): ForeignOption {
  const { long, short, description, required, optional, variadic, argChoices, envVar } = option
  const defaultValue = toDefault(option.defaultValue)
  const isLongShort = short?.startsWith('--') === true
  return {
    name: longName(option),
    spelling: long ?? short ?? '',
    // An option with two long names has the first in the place of the letter.
    ...(short !== undefined && !isLongShort && { short: short.slice(1) }),
    ...(isLongShort && { aliases: [short.slice(2)] }),
    type: typeOf(option),
    ...(description && { description }),
    ...(isNegatable && { isNegatable }),
    ...(optional && { hasOptionalValue: true }),
    ...(variadic && { isGreedy: true }),
    ...(argChoices && { choices: argChoices }),
    // A switch named --no-x is on by default, and as a parameter of its own it is not.
    ...(defaultValue !== undefined && !option.negate && { default: defaultValue }),
    ...(envVar !== undefined && (required || optional) && { env: envVar }),
    ...(option.mandatory && option.defaultValue === undefined && { isRequired: true }),
    ...(option.hidden && { isHidden: true }),
  }
}

function typeOf({
  required,
  optional,
  variadic,
  parseArg,
}: CommanderOption): ForeignOption['type'] {
  if (variadic) return 'list'
  // A function that collects values and one that reads a number look alike, unless it is a usual one.
  if (required || optional) return NUMBERS.includes(parseArg) ? 'number' : 'string'
  return parseArg === undefined ? 'boolean' : 'count'
}

const NUMBERS: readonly unknown[] = [Number, parseFloat, parseInt]

function readArgument(argument: CommanderArgument): ForeignPositional {
  const { description, required, variadic, argChoices } = argument
  const defaultValue = toDefault(argument.defaultValue)
  return {
    name: argument.name(),
    ...(description && { description }),
    isRequired: required,
    isVariadic: variadic,
    ...(argChoices && { choices: argChoices }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  }
}
