import type { JsonObject } from '../../../contract/index.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import { type ManifestForm } from '../load-model.ts'
import { type ToolModel, type CommandModel, type ParameterModel } from '../model.ts'
import { exitEntries, type Entries, type ExitNumbers } from './exit-entries.ts'
import { resolveExits } from '../../declare/exits/exit-table.ts'
import { inWords } from '../model.ts'
import { rulesOf, withErrorCodes } from './contract-1.16.ts'
import {
  flagEntries,
  ownOptions,
  positionalEntry,
  richFlagEntry,
  saysSomething,
} from './flag-entry.ts'
import { relationKeywords } from './option-relations.ts'

/** Builds the answer of `--schema`, with every fact that has no member in the manifest. */
export function buildCommandSchema(
  cli: ToolModel,
  command: CommandModel,
  numbers: ExitNumbers,
  form: ManifestForm = '1.6',
): JsonObject {
  const isRich = form === '1.16'
  const flags = isRich ? allOptions(cli, command) : flagEntries(command)
  const exits = exitEntries(command, numbers)
  const { command: path, ...parts } = describeParts(command, {
    // Callers use both names for the same map.
    input: { flags, parameters: flags, input_schema: inputSchema(command) },
    exits: isRich ? withErrorCodes(exits, command) : exits,
  })
  return {
    command: path!,
    tool: cli.name,
    ...parts,
    output_formats: cli.outputFormats.filter(
      (name) => !isRich || (cli.formatNames[name] !== 'yaml' && name !== 'yaml'),
    ),
    ...(isRich && {
      positionals: command.args.map(positionalEntry),
      option_placement: 'any',
      ...(rulesOf(command).length > 0 && { requires: rulesOf(command) }),
    }),
  }
}

/** Builds the short answer of `--schema`: one form of the input, own exits, and no member that says nothing. */
export function buildShortSchema(
  cli: ToolModel,
  command: CommandModel,
  numbers: ExitNumbers,
  defaultTimeoutMs: number,
): JsonObject {
  const { timeout_ms: timeout, ...rest } = describeParts(command, {
    input: { flags: ownOptions(cli, command) },
    exits: withoutEqual(exitEntries(command, numbers), commonEntries(numbers)),
  })
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => saysSomething(value))),
    ...(timeout !== defaultTimeoutMs && timeout !== undefined && { timeout_ms: timeout }),
  }
}

function describeParts(
  command: CommandModel,
  { input, exits }: { readonly input: JsonObject; readonly exits: JsonObject },
): JsonObject {
  const variables = command.env.map(({ name, schema, required }): [string, JsonObject] => [
    name,
    { ...withoutDraft(schema), required },
  ])
  return {
    command: command.path.join(' '),
    description: command.description,
    danger_level: command.danger,
    ...(command.facts as unknown as JsonObject),
    ...(command.aliases.length > 0 && { aliases: command.aliases }),
    arguments: command.args.map(({ name }) => name),
    ...input,
    output_schema: (command.outputSchema ?? {}) as JsonObject,
    ...(command.env.length > 0 && { environment: Object.fromEntries(variables) }),
    ...(secretVariables(command).length > 0 && { secret_env_vars: secretVariables(command) }),
    types: command.types,
    exit_codes: exits,
    errors: command.errors.map((error) => ({ ...error })),
    ...(command.examples.length > 0 && { examples: examplesOf(command) }),
  }
}

/** Lists the examples, without anything else that an author may have put there. */
export function examplesOf({ examples }: CommandModel): readonly JsonObject[] {
  return examples.map(({ description, command }) => ({ description, command }))
}

/** Describes all options of a command for contract 1.16, which has its arguments apart. */
function allOptions(cli: ToolModel, { options, sharedOptions }: CommandModel): Entries {
  return Object.fromEntries(
    [...options, ...sharedOptions].map((each) => [each.name, richFlagEntry(cli, each)]),
  )
}

function inputSchema(command: CommandModel): JsonObject {
  const { args, options } = command
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...objectSchema([...args, ...options], withoutDraft),
    ...(relationKeywords([...args, ...options]) as JsonObject),
    additionalProperties: false,
  }
}

export function objectSchema(
  parameters: readonly ParameterModel[],
  toSchema: (schema: ParameterModel['schema']) => JsonObject,
): JsonObject {
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, toSchema(schema)])),
    ...(required.length > 0 && { required }),
  }
}

export function secretVariables(command: CommandModel): readonly string[] {
  return command.env.filter(({ schema }) => schema['x-secret'] === true).map(({ name }) => name)
}

/** Leaves out which draft a schema follows, for schemas inside of others. */
export function withoutDraft(schema: ParameterModel['schema']): JsonObject {
  const { $schema: _draft, ...rest } = schema
  return rest as JsonObject
}

export function commonEntries(numbers: ExitNumbers): Entries {
  return exitEntries({ exits: Object.values(resolveExits()).map(inWords), errors: [] }, numbers)
}

/** Leaves out the exits that are described elsewhere in the same words. */
export function withoutEqual(exits: Entries, known: Entries): Entries {
  return Object.fromEntries(
    Object.entries(exits).filter(
      ([number, entry]) => known[number] === undefined || !jsonEqual(known[number], entry),
    ),
  )
}
