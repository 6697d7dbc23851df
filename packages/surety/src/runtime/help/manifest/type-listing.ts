import { ERROR_CODES, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { wordFor } from '../../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { FRAMEWORK_TYPES } from '../../declare/exits/exit-table.ts'
import { isReservedFlag } from '../../declare/reserved-flags.ts'
import type { ExitNumbers, NumberedExit, WrittenCode } from './exit-entries.ts'
import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { ownCommands } from '../load-model.ts'
import { argumentWord, isSwitch } from '../../line/params.ts'
import type { ToolModel, CommandModel, ErrorModel, ParameterModel } from '../model.ts'
import { spellings } from '../parameters.ts'

/**
 * Lists what the tool can answer in a dialect, and how its commands are called; with a path the parameters of that
 * part. Results without a type have the fallback, which is null if answers name no type.
 */
export function buildTypeListing(
  tool: ToolModel,
  numbers: ExitNumbers,
  path: readonly string[] = [],
  codes: WrittenCode = (_exit, code) => code,
  fallbackType?: string | null,
): JsonObject {
  const cli = tool
  // The commands and options that every tool has are described by its help.
  const own = ownCommands(cli)
  const errorsOf = ({ errors }: CommandModel) =>
    [...new Set(errors.map((error) => codes(exitOf(cli, error), error.code)))].filter(
      (code) => code !== null,
    )
  const isPart = path.length > 0
  const common = isPart ? new Set() : commonCodes(own.map(errorsOf))
  const commands = Object.fromEntries(
    ownCommands(cli, { path }).map((command) => {
      const errors = errorsOf(command).filter((code) => !common.has(code))
      const entry: JsonObject = {
        ...(isPart ? describeCommand(command) : summarize(command)),
        ...(fallbackType !== null && command.types.length > 0 && { types: command.types }),
        ...(errors.length > 0 && { errors }),
      }
      return [command.path.join(' ') || cli.name, entry]
    }),
  )
  if (isPart) return { name: cli.name, commands }
  const shared = optionsOfAll(cli)
  return {
    name: cli.name,
    version: cli.version,
    description: cli.description,
    ...(fallbackType !== null && { types: listTypes(cli, fallbackType) }),
    errors: listErrors(cli, codes, numbers.words).map((error) =>
      describeError(cli, error, numbers),
    ),
    ...(shared.length > 0 && { options: shared.map(optionWord) }),
    commands,
  }
}

/** Finds the codes that every command can fail with: the list of the tool has them already. */
function commonCodes(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first = [], ...others] = lists
  if (others.length === 0) return new Set()
  return new Set(first.filter((code) => others.every((codes) => codes.includes(code))))
}

/** Finds the options that every command of the tool has, without those that only change the output. */
function optionsOfAll({ commands }: ToolModel): readonly ParameterModel[] {
  const [first, ...others] = commands.filter(({ isBuiltin }) => !isBuiltin)
  return (first?.sharedOptions ?? []).filter(
    ({ name }) =>
      !isReservedFlag(name) &&
      others.every(({ options, sharedOptions }) =>
        [...sharedOptions, ...options].some((option) => option.name === name),
      ),
  )
}

function listTypes(cli: ToolModel, fallback?: string): readonly string[] {
  const own = [...cli.commands.flatMap((command) => command.types), ...FRAMEWORK_TYPES]
  // Builtins without a type write lines, not results.
  const hasUntyped = cli.commands.some(({ types, isBuiltin }) => types.length === 0 && !isBuiltin)
  return [...new Set(hasUntyped && fallback ? [...own, fallback] : own)].toSorted()
}

/** Lists every error code, sorted; codes that the dialect writes as one are one, described by the tool's own row. */
function listErrors(
  cli: ToolModel,
  codes: WrittenCode,
  words: ExitNumbers['words'],
): readonly ErrorModel[] {
  const known = new Map<string, ErrorModel>()
  const own = cli.commands.flatMap(({ errors, isBuiltin }) =>
    errors.map((error) => ({
      ...error,
      isOwn: !isBuiltin && !Object.hasOwn(ERROR_CODES, error.code),
    })),
  )
  const builtIn = Object.entries(ERROR_CODES).map(([code, row]) => ({
    code,
    exit: row.exit,
    description: row.meaning,
    isOwn: false,
  }))
  for (const { isOwn, ...error } of [...builtIn, ...own]) {
    const code = (isOwn ? undefined : wordFor(words, error.code, error.exit)) ?? error.code
    const written = codes(exitOf(cli, error), code)
    if (written === null) continue
    const hasOwnRow = written === error.code
    if (hasOwnRow) known.set(written, error)
    else if (!known.has(written)) known.set(written, { code: written, exit: error.exit })
  }
  return [...known.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

function describeError(cli: ToolModel, error: ErrorModel, numbers: ExitNumbers): JsonObject {
  const { code, description, retryable } = error
  return given({ code, exit_code: numbers(exitOf(cli, error), code), description, retryable })
}

function exitOf(cli: ToolModel, error: ErrorModel): NumberedExit {
  const exits = cli.commands.flatMap((command) => command.exits)
  return exits.find(({ name }) => name === error.exit) ?? { name: error.exit }
}

/** Says in one line how a command is called, and in another what it does. */
function summarize({ description, args, options }: CommandModel): JsonObject {
  const flags = options.map((option) =>
    option.required ? optionWord(option) : `[${optionWord(option)}]`,
  )
  return { description, usage: [...args.map(argumentWord), ...flags].join(' ') }
}

function optionWord(option: ParameterModel): string {
  const { name, schema } = option
  return isSwitch(option) ? `--${name}` : `--${name} ${typeName(schema)}`
}

function describeCommand(command: CommandModel): JsonObject {
  return {
    description: command.description,
    arguments: command.args.map(describeParameter),
    options: command.options.map(describeOption),
  }
}

function describeParameter({ name, schema, required }: ParameterModel): JsonObject {
  return { name, type: typeName(schema), required }
}

function describeOption(parameter: ParameterModel): JsonObject {
  const { schema } = parameter
  const fallback = schema['default'] as JsonValue | undefined
  return {
    ...describeParameter(parameter),
    flags: spellings(parameter),
    help: parameter.def.description ?? '',
    is_flag: isSwitch(parameter),
    ...(fallback !== undefined && { default: fallback }),
  }
}

/** Names the type of a schema: `text`, `boolean`, `int(1-4)`, `choice(a,b)`. */
function typeName(schema: JsonSchema): string {
  const choices = choicesIn(schema)
  if (choices) return `choice(${choices.map(String).join(',')})`
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  const limited =
    minimum !== undefined && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER
  const range = limited ? `(${minimum}-${maximum})` : ''
  const name = TYPE_NAMES[mainType(schema) ?? ''] ?? (schema['x-kind'] === 'json' ? 'json' : 'text')
  return name === 'int' || name === 'float' ? name + range : name
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'boolean',
  array: 'list',
  object: 'json',
}
