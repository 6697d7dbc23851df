import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { jsonEqual, setMember } from '../../../internal/json/json-members.ts'
import { exitEntries, type ExitNumbers } from './exit-entries.ts'
import { commonExits } from './from-declaration.ts'
import { flagEntries, ownOptions, positionalEntry } from './flag-entry.ts'
import type { CliModel, CommandModel, ManifestForm, ParameterModel } from './model.ts'
import { relationKeywords } from './option-relations.ts'

type Entries = Readonly<Record<string, JsonObject>>

/**
 * Builds the answer of `--schema`: input, output and exits of a command, and every fact without a
 * member in the manifest.
 */
export function buildCommandSchema(
  cli: CliModel,
  command: CommandModel,
  numbers: ExitNumbers,
  form: ManifestForm = '1.6',
): JsonObject {
  const flags = flagEntries(command)
  const { command: path, ...parts } = describeParts(command, {
    // Callers use both names for the same map.
    input: { flags, parameters: flags, input_schema: inputSchema(command) },
    exits: exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers),
  })
  return {
    command: path!,
    tool: cli.name,
    ...parts,
    output_formats: cli.outputFormats,
    ...(form === '1.16' && { positionals: command.args.map(positionalEntry) }),
  }
}

/** Builds the short answer of `--schema`: one form of the input, own exits, and no member that says nothing. */
export function buildShortSchema(
  cli: CliModel,
  command: CommandModel,
  numbers: ExitNumbers,
  defaultTimeoutMs: number,
): JsonObject {
  const { timeout_ms: timeout, ...rest } = describeParts(command, {
    input: { flags: ownOptions(cli, command) },
    exits: ownExits(cli, command, numbers),
  })
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => saysSomething(value))),
    ...(timeout !== defaultTimeoutMs && timeout !== undefined && { timeout_ms: timeout }),
  }
}

function saysSomething(value: JsonValue): boolean {
  if (value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** Describes a command around the given forms of its input and its exits. */
function describeParts(
  command: CommandModel,
  { input, exits }: { readonly input: JsonObject; readonly exits: JsonObject },
): JsonObject {
  return {
    command: command.path.join(' '),
    description: command.description,
    danger_level: command.danger,
    ...(command.facts as unknown as JsonObject),
    ...(command.aliases.length > 0 && { aliases: command.aliases }),
    arguments: command.args.map(({ name }) => name),
    ...input,
    output_schema: (command.outputSchema ?? {}) as JsonObject,
    ...(command.env.length > 0 && { environment: environment(command.env) }),
    ...(secretVariables(command).length > 0 && { secret_env_vars: secretVariables(command) }),
    types: command.types,
    exit_codes: exits,
    errors: command.errors.map((error) => ({ ...error })),
    ...(command.examples.length > 0 && {
      examples: command.examples.map(({ description, command: line }) => ({
        description,
        command: line,
      })),
    }),
  }
}

/** Describes arguments and options as one JSON Schema object, under their command-line names. */
function inputSchema(command: CommandModel): JsonObject {
  const parameters = [...command.args, ...command.options]
  const properties: Record<string, JsonValue> = {}
  for (const { name, schema } of parameters) setMember(properties, name, withoutDraft(schema))
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(relationKeywords(parameters, command.exactlyOne) as JsonObject),
    additionalProperties: false,
  }
}

function environment(variables: readonly ParameterModel[]): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const { name, schema, required } of variables) {
    setMember(result, name, { ...withoutDraft(schema), required })
  }
  return result
}

function secretVariables(command: CommandModel): readonly string[] {
  return command.env.filter(({ schema }) => schema['x-secret'] === true).map(({ name }) => name)
}

function withoutDraft(schema: ParameterModel['schema']): JsonObject {
  const { $schema: _draft, ...rest } = schema
  return rest as JsonObject
}

/** Describes the exits of every command, in the words of the contract. */
export function commonEntries({ ownCodes }: CliModel, numbers: ExitNumbers): Entries {
  return exitEntries({ exits: commonExits(), errors: [], ownCodes }, numbers)
}

/** Describes the exits that a command does not share with all others; the author's words are kept. */
export function ownExits(
  cli: CliModel,
  command: CommandModel,
  numbers: ExitNumbers,
  common = commonEntries(cli, numbers),
): Entries {
  const exits = exitEntries({ ...command, ownCodes: cli.ownCodes }, numbers)
  return Object.fromEntries(
    Object.entries(exits).filter(
      ([number, entry]) => common[number] === undefined || !jsonEqual(common[number], entry),
    ),
  )
}
