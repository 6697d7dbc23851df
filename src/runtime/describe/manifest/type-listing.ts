import { ERROR_CODES, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json-members.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { mainType } from '../../input/argv/field.ts'
import { FRAMEWORK_TYPES } from '../../declare/builtin-result-types.ts'
import type { ExitNumbers } from './exit-entries.ts'
import { choicesIn } from '../../input/argv/schema-choices.ts'
import type { CliModel, CommandModel, ErrorModel, ParameterModel } from './model.ts'

/**
 * Builds the listing of the `schema` command: every result type and every error code that the tool can
 * produce. `fallbackType` is the type that the dialect gives to results without one.
 */
export function buildTypeListing(
  cli: CliModel,
  numbers: ExitNumbers,
  fallbackType?: string,
): JsonObject {
  const commands: Record<string, JsonObject> = {}
  for (const command of cli.commands) {
    if (!command.isHidden) setMember(commands, command.path.join(' '), describeCommand(command))
  }
  return {
    name: cli.name,
    version: cli.version,
    description: cli.description,
    types: listTypes(cli, fallbackType),
    errors: listErrors(cli).map((error) => describeError(cli, error, numbers)),
    commands,
  }
}

/** Lists every result type that the tool can produce, sorted. */
export function listTypes(cli: CliModel, fallback?: string): readonly string[] {
  const own = [...cli.commands.flatMap((command) => command.types), ...FRAMEWORK_TYPES]
  const hasUntyped = cli.commands.some((command) => command.types.length === 0)
  return [...new Set(hasUntyped && fallback ? [...own, fallback] : own)].toSorted()
}

/** Lists every error code that the tool can produce, its own and the framework's, sorted. */
export function listErrors(cli: CliModel): readonly ErrorModel[] {
  const { ownCodes } = cli
  const known = new Map<string, ErrorModel>()
  const own = cli.commands.flatMap((command) => command.errors)
  const builtIn = Object.entries(ERROR_CODES).map(([code, row]) => ({
    code,
    exit: row.exit,
    description: row.meaning,
  }))
  for (const error of [...builtIn, ...own]) {
    const key = [error.code, error.exit].find((each) => Object.hasOwn(ownCodes, each))
    if (key === undefined || !Object.hasOwn(ERROR_CODES, error.code)) known.set(error.code, error)
    else if (!known.has(ownCodes[key]!))
      known.set(ownCodes[key]!, { code: ownCodes[key]!, exit: error.exit })
  }
  return [...known.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

function describeError(cli: CliModel, error: ErrorModel, numbers: ExitNumbers): JsonObject {
  const exits = cli.commands.flatMap((command) => command.exits)
  const exit = exits.find(({ name }) => name === error.exit) ?? { name: error.exit }
  return {
    code: error.code,
    exit: error.exit,
    exit_code: numbers(exit, error.code),
    ...(error.description !== undefined && { description: error.description }),
    ...(error.retryable !== undefined && { retryable: error.retryable }),
  }
}

function describeCommand(command: CommandModel): JsonObject {
  return {
    description: command.description,
    arguments: command.args.map(describeParameter),
    options: [...command.options, ...command.sharedOptions].map(describeOption),
    types: command.types,
    errors: command.errors.map(({ code }) => code),
  }
}

function describeParameter({ name, schema, required }: ParameterModel): JsonObject {
  return { name, type: typeName(schema), required }
}

function describeOption(parameter: ParameterModel): JsonObject {
  const { name, schema } = parameter
  const fallback = schema['default'] as JsonValue | undefined
  const short = schema['x-short']
  const aliases = (schema['x-aliases'] ?? []) as readonly string[]
  const spellings = [
    ...(typeof short === 'string' ? [`-${short}`] : []),
    ...[name, ...aliases].map((word) => `--${word}`),
  ]
  return {
    ...describeParameter(parameter),
    flags: spellings,
    help: typeof schema['description'] === 'string' ? schema['description'] : '',
    is_flag: mainType(schema) === 'boolean',
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
  switch (mainType(schema)) {
    case 'integer':
      return `int${range}`
    case 'number':
      return `float${range}`
    case 'boolean':
      return 'boolean'
    case 'array':
      return 'list'
    case 'object':
      return 'json'
    default:
      return schema['x-kind'] === 'json' ? 'json' : 'text'
  }
}
