import type { JsonObject } from '../../../../contract/index.ts'
import { flagName } from '../../../declare/framework-flags.ts'
import { mainType } from '../../../input/argv/field.ts'
import { choicesIn } from '../../../input/argv/schema-choices.ts'
import { toFlagEntry } from '../flag-entry.ts'
import type { CommandModel, ParameterModel } from '../model.ts'

type Entries = Readonly<Record<string, JsonObject>>

/** Describes a command in a manifest of contract 1.16. */
export function commandEntry(command: CommandModel, flags: Entries, exits: Entries): JsonObject {
  const { facts, args, aliases, examples } = command
  const output = command.outputSchema as JsonObject | undefined
  const secrets = command.env.filter(({ schema }) => schema['x-secret'] === true)
  const rules = rulesOf(command)
  return {
    description: command.description,
    ...(aliases.length > 0 && { aliases }),
    danger_level: command.danger,
    required_scopes: facts.required_scopes,
    flags: facts.arguments ? {} : flags,
    ...(args.length > 0 && { positionals: args.map(positional) }),
    exit_codes: exits,
    ...(output !== undefined && { output_schema: output }),
    ...(examples.length > 0 && {
      examples: examples.map(({ description, command: line }) => ({ description, command: line })),
    }),
    ...(command.isBuiltin && { builtin: true }),
    ...(facts.protocol === undefined &&
      !facts.arguments && { output_file: facts.binary ? 'binary' : 'formatted' }),
    ...(secrets.length > 0 && { secret_env_vars: secrets.map(({ name }) => name) }),
    ...(rules.length > 0 && { requires: rules }),
    ...behaviour(facts),
  }
}

/** Picks the facts that the contract has members for. */
function behaviour(facts: CommandModel['facts']): JsonObject {
  const { headless_behavior: byWindow = {}, non_interactive_alternatives: others = [] } = facts
  const headless = [...new Set(Object.values(byWindow))]
  return {
    ...(facts.interactive && { interactive: true }),
    ...(facts.safe_default && { safe_default: true }),
    ...(facts.confirm_flag !== undefined && { confirm_flag: facts.confirm_flag }),
    ...(facts.requires_person && { requires_person: true }),
    ...(facts.arguments && { arguments: 'passthrough', option_placement: 'strict' }),
    ...(facts.help_argv && { help_argv: facts.help_argv }),
    ...(facts.protocol !== undefined && { stdout: 'protocol', protocol: facts.protocol }),
    ...(facts.idempotent && { idempotent: true }),
    ...(facts.has_network_io && { has_network_io: true }),
    ...(facts.auth && {
      headless_supported: facts.headless_supported === true,
      token_env_vars: facts.token_env_vars ?? [],
    }),
    ...(facts.async && { async: true, job_descriptor_schema: facts.job_descriptor_schema ?? {} }),
    ...(facts.interruption && { interruption: facts.interruption }),
    ...(facts.config_write_scope && { config_write_scope: facts.config_write_scope }),
    ...(facts.gui_operations && {
      gui_operations: facts.gui_operations,
      // One word for all windows: without a screen the strictest of them decides.
      headless_behavior: headless.length === 1 ? headless[0]! : 'error',
    }),
    ...(facts.requires_editor && {
      requires_editor: true,
      non_interactive_alternatives: others.flatMap(({ flag }) =>
        typeof flag === 'string' ? [flag] : [],
      ),
    }),
    ...(facts.stdin && { stdin: facts.stdin }),
    ...(facts.steps && { steps: facts.steps }),
    ...(facts.mcp === false && { mcp: false }),
  }
}

/** Describes a positional argument; a list takes all remaining words. */
export function positional({ name, schema, required }: ParameterModel): JsonObject {
  const { description } = toFlagEntry({ name, schema, required })
  const items = schema['items']
  const isList = mainType(schema) === 'array'
  const item = (
    isList && typeof items === 'object' && items !== null ? items : schema
  ) as typeof schema
  const choices = choicesIn(item)
  return {
    name,
    ...typeOf(choices, mainType(item)),
    required,
    description,
    ...(isList && { variadic: true }),
  }
}

function typeOf(choices: readonly unknown[] | undefined, type: string | undefined): JsonObject {
  if (choices?.every((choice) => Number.isInteger(choice)))
    return { type: 'integer', enum_values: choices as readonly number[] }
  if (choices) return { type: 'enum', enum_values: choices.map(String) }
  if (type === 'boolean') return { type: 'enum', enum_values: ['true', 'false'] }
  return { type: type === 'integer' || type === 'number' ? type : 'string' }
}

/** Says which options need, exclude or replace each other; one rule for each. */
function rulesOf({ args, options, exactlyOne }: CommandModel): readonly JsonObject[] {
  const parameters = [...args, ...options]
  const listed = (keys: unknown): readonly string[] =>
    Array.isArray(keys) ? keys.map((key) => flagName(String(key))) : []
  return [
    ...exactlyOne.map((keys) => ({ one_of: keys.map(flagName) })),
    ...parameters.flatMap(({ name, schema }) => {
      const prohibited = listed(schema['x-conflicts'])
      return prohibited.length === 0 ? [] : [{ if_flag: name, prohibited }]
    }),
  ]
}
