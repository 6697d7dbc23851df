import { DANGER_LEVELS } from '../codes/description-words.ts'
import type { JsonObject } from '../json/json-value.ts'
import { exitCodeEntryShape } from './exit-code.ts'
import { COMMAND_RULES } from './manifest-1.16-rules.ts'
import {
  envVarSchema,
  flagSchema,
  mediaTypesSchema,
  positionalSchema,
} from './manifest-1.16-flags.ts'

const text = (description: string): JsonObject => ({ description, type: 'string' })
const flag = (description: string): JsonObject => ({ description, type: 'boolean' })
const whole = (minimum: number): JsonObject => ({ type: 'integer', minimum })
const texts = (description: string): JsonObject => ({
  description,
  type: 'array',
  items: { type: 'string' },
})
const oneOf = (description: string, values: readonly string[]): JsonObject => ({
  ...text(description),
  enum: values,
})
const ref = (definition: string): JsonObject => ({ $ref: `#/definitions/${definition}` })
const listOf = (definition: string): JsonObject => ({ type: 'array', items: ref(definition) })
const OPEN: JsonObject = { type: 'object', additionalProperties: true }

/** Gives the JSON Schema (draft 7) of the manifest of contract 1.16, which the spec versions as 3.21. */
export function manifestSchema116(): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:surety:1.16:manifest-response',
    title: 'ManifestResponse',
    description: 'Every command of a tool in one answer, contract 1.16 (manifest 3.21).',
    type: 'object',
    required: ['schema_version', 'framework_version', 'etag', 'commands'],
    additionalProperties: false,
    properties: {
      schema_version: {
        ...text('The lowest version that has every member in use.'),
        pattern: '^3\\.(0|[1-9][0-9]*)$',
      },
      framework_version: text('The version of the framework or of the tool.'),
      etag: text('A hash that moves when the commands do.'),
      commands: { type: 'object', additionalProperties: ref('CommandEntry') },
      dependencies: listOf('DependencyEntry'),
      flags: {
        description: 'The options that every command takes.',
        type: 'object',
        properties: { format: ref('FlagEntry') },
        additionalProperties: ref('PlainFlagEntry'),
      },
      exit_codes: exitCodes('The exits that all commands share.'),
      env_vars: {
        description: 'Variables that belong to no flag.',
        type: 'array',
        items: { allOf: [ref('EnvVarEntry'), { required: ['description'] }] },
        minItems: 1,
      },
      secret_env_vars: texts('Secrets that every command reads.'),
    },
    definitions: {
      CommandEntry: commandSchema(),
      FlagEntry: flagSchema(),
      PlainFlagEntry: { allOf: [ref('FlagEntry'), { not: { required: ['media_types'] } }] },
      PositionalEntry: positionalSchema(),
      EnvVarEntry: envVarSchema(),
      MediaTypeMap: mediaTypesSchema(),
      StdinDeclaration: stdinSchema(),
      Example: exampleSchema(),
      FilesystemSideEffect: sideEffectSchema(),
      SubprocessDeclaration: subprocessSchema(),
      ConditionalRule: conditionSchema(),
      DependencyEntry: dependencySchema(),
      ExitCodeEntry: exitCodeEntryShape('1.16'),
    },
  }
}

function exitCodes(description: string): JsonObject {
  return {
    description,
    type: 'object',
    propertyNames: { pattern: '^(0|[1-9][0-9]*)$' },
    additionalProperties: ref('ExitCodeEntry'),
  }
}

function commandSchema(): JsonObject {
  return {
    type: 'object',
    required: ['description', 'danger_level', 'required_scopes', 'flags', 'exit_codes'],
    additionalProperties: false,
    properties: {
      description: text('What the command does, in a sentence.'),
      aliases: texts('Other names that it answers to.'),
      danger_level: oneOf('Reads only, changes things, or destroys them.', DANGER_LEVELS),
      idempotent: { ...flag('Whether a repeated call reaches the same state.'), default: false },
      required_scopes: texts('The scopes that the credential needs; empty if none.'),
      flags: { type: 'object', additionalProperties: ref('PlainFlagEntry') },
      positionals: listOf('PositionalEntry'),
      exit_codes: exitCodes('What it adds to the shared exits, or says otherwise.'),
      output_schema: OPEN,
      output_formats: texts('Formats of its own.'),
      output_media_types: ref('MediaTypeMap'),
      examples: listOf('Example'),
      subcommands: texts('The commands right below.'),
      builtin: { ...flag('Whether the framework brings it.'), default: false },
      output_file: oneOf('What --output writes.', ['formatted', 'binary', 'handler', 'envelope']),
      output_file_base: {
        ...oneOf('What a relative --output starts from.', ['cwd', 'project_root', 'resource']),
        default: 'cwd',
      },
      stdin: ref('StdinDeclaration'),
      arguments: {
        ...oneOf('Whether another parser reads the arguments.', ['declared', 'passthrough']),
        default: 'declared',
      },
      help_argv: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
      stderr: oneOf("Whether a child's log is on stderr.", ['child_log']),
      stdout: oneOf('Whether stdout speaks a protocol.', ['protocol']),
      protocol: { ...text('Its name.'), pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
      mcp: { ...flag('False: never offered over MCP.'), const: false },
      option_placement: {
        ...oneOf('Where options may stand.', ['any', 'strict']),
        default: 'any',
      },
      interactive: flag('Whether it asks questions.'),
      requires_person: { ...flag('True: only a person may confirm it.'), const: true },
      has_network_io: flag('Whether it uses the network.'),
      steps: texts('The steps of its work.'),
      spawns_background_process: flag('Whether it leaves a process behind.'),
      cleanup_command: text('Ends that process.'),
      max_lifetime_seconds: whole(1),
      filesystem_side_effects: listOf('FilesystemSideEffect'),
      secret_env_vars: texts('Secrets that it reads.'),
      platform: texts('Where it runs.'),
      required_tools: { type: 'object', additionalProperties: { type: 'string' } },
      subprocess: ref('SubprocessDeclaration'),
      headless_supported: flag('Whether signing in works without a screen.'),
      token_env_vars: texts('Variables that hold its token.'),
      async: flag('Whether it starts a job and returns.'),
      job_descriptor_schema: OPEN,
      interruption: {
        description: 'What happens to the work when the budget of a call is used up.',
        type: 'object',
        required: ['detach', 'resume'],
        additionalProperties: false,
        properties: {
          detach: flag('It goes on in the background.'),
          resume: flag('It stops at a checkpoint.'),
          idle_timeout_ms: whole(1000),
          max_lifetime_ms: whole(1000),
        },
        not: { properties: { detach: { const: false }, resume: { const: false } } },
      },
      requires_editor: flag('Whether it opens an editor.'),
      non_interactive_alternatives: texts('What to use instead.'),
      gui_operations: texts('What it opens.'),
      headless_behavior: oneOf('What it does without a screen.', [
        'emit_in_output',
        'skip',
        'error',
      ]),
      config_write_scope: oneOf('Which configuration it writes.', ['local', 'global', 'session']),
      requires: listOf('ConditionalRule'),
      streaming_default: flag('Whether it streams unasked.'),
      safe_default: flag('Whether it only previews unless --live is given.'),
      confirm_flag: {
        ...text('The flag without which it only previews.'),
        minLength: 1,
        pattern: '^[^-]',
      },
    },
    allOf: COMMAND_RULES,
  }
}

function stdinSchema(): JsonObject {
  const only = (mode: string, rule: JsonObject): JsonObject => ({
    if: { properties: { mode: { const: mode } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: rule,
  })
  const without = (...names: readonly string[]): JsonObject => ({
    not: { anyOf: names.map((name) => ({ required: [name] })) },
  })
  return {
    type: 'object',
    required: ['mode'],
    additionalProperties: false,
    properties: {
      mode: { type: 'string', enum: ['buffered', 'lines', 'records'] },
      max_bytes: { ...whole(1), default: 65_536 },
      max_line_bytes: { ...whole(1), default: 1_048_576 },
      record_schema: OPEN,
    },
    allOf: [
      only('buffered', without('max_line_bytes', 'record_schema')),
      only('lines', without('max_bytes', 'record_schema')),
      only('records', { required: ['record_schema'], not: { required: ['max_bytes'] } }),
    ],
  }
}

function exampleSchema(): JsonObject {
  return {
    type: 'object',
    required: ['description', 'command'],
    additionalProperties: false,
    properties: { description: text('What it shows.'), command: text('Ready to run.') },
  }
}

function sideEffectSchema(): JsonObject {
  return {
    type: 'object',
    required: ['path', 'type'],
    additionalProperties: false,
    properties: {
      path: text('Where it writes.'),
      type: oneOf('What it writes.', ['cache', 'log', 'temp', 'credential', 'config', 'output']),
      ttl_seconds: whole(0),
      clearable_with: text('The command that removes it.'),
    },
    if: { required: ['type'], properties: { type: { const: 'output' } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: { not: { anyOf: [{ required: ['ttl_seconds'] }, { required: ['clearable_with'] }] } },
  }
}

function subprocessSchema(): JsonObject {
  return {
    type: 'object',
    required: ['binary'],
    additionalProperties: false,
    properties: {
      binary: text('The program.'),
      user_controlled_args: texts('Arguments that come from the caller.'),
      hardcoded_args: texts('Arguments that never change.'),
    },
  }
}

function conditionSchema(): JsonObject {
  const rule = (required: readonly string[], properties: JsonObject): JsonObject => ({
    type: 'object',
    required,
    additionalProperties: false,
    properties,
  })
  const group: JsonObject = {
    type: 'array',
    items: { type: 'string' },
    minItems: 2,
    uniqueItems: true,
  }
  const name: JsonObject = { type: 'string' }
  const names: JsonObject = { type: 'array', items: name }
  return {
    oneOf: [
      rule(['if_flag', 'if_value', 'then_required'], {
        if_flag: name,
        if_value: {},
        then_required: names,
      }),
      rule(['if_flag', 'prohibited'], { if_flag: name, prohibited: names }),
      rule(['if_flag', 'target_flag', 'default'], {
        if_flag: name,
        target_flag: name,
        default: {},
      }),
      rule(['any_of'], { any_of: group }),
      rule(['one_of'], { one_of: group }),
    ],
  }
}

function dependencySchema(): JsonObject {
  return {
    type: 'object',
    required: ['name', 'check_command', 'min_version'],
    additionalProperties: false,
    properties: {
      name: text('What is needed.'),
      check_command: text('Prints its version.'),
      version_regex: text('Finds the version in what it prints.'),
      min_version: text('The lowest version, or * for any.'),
      fix_command: text('Installs it.'),
    },
  }
}
