import type { Generation } from '../codes/exit-codes.ts'
import type { JsonObject } from '../json/json-value.ts'
import { manifestSchema116 } from './manifest-1.16.ts'
import { exitCodeEntryShape } from './exit-code.ts'
import { DANGER_LEVELS, FLAG_TYPES, VERSION_PATTERN } from '../codes/description-words.ts'

const text = (description: string): JsonObject => ({ description, type: 'string' })
const texts = (description: string): JsonObject => ({
  description,
  type: 'array',
  items: { type: 'string' },
})
const mapTo = (definition: string, description: string): JsonObject => ({
  description,
  type: 'object',
  additionalProperties: { $ref: `#/definitions/${definition}` },
})

/**
 * Gives the JSON Schema (draft 7) of the manifest, which lists everything that a tool can do.
 *
 * @example
 * ```ts
 * import { manifestSchema } from 'surety/contract/schema'
 *
 * const schema = manifestSchema('1.6')
 * ```
 */
export function manifestSchema(generation: Generation): JsonObject {
  if (generation === '1.16') return manifestSchema116()
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:surety:${generation}:manifest-response`,
    title: 'ManifestResponse',
    description: 'Every command of a tool in one answer; stands in the data of an envelope.',
    type: 'object',
    required: ['schema_version', 'framework_version', 'etag', 'commands'],
    additionalProperties: false,
    properties: {
      schema_version: { ...text('The version of this shape.'), pattern: VERSION_PATTERN },
      framework_version: text('The version of the framework or of the tool.'),
      etag: text('A hash that moves when the commands do; give it back to ask whether they did.'),
      commands: mapTo('CommandEntry', 'All commands, flat, by dotted path.'),
    },
    definitions: {
      CommandEntry: commandSchema(),
      FlagEntry: flagSchema(),
      Example: exampleSchema(),
      ExitCodeEntry: exitCodeEntryShape(generation),
    },
  }
}

/**
 * Gives the JSON Schema (draft 7) of the lean manifest, version 1.1: what all commands share is said once, at the
 * root, and members that would be empty are left out.
 *
 * @example
 * ```ts
 * import { leanManifestSchema } from 'surety/contract/schema'
 *
 * const schema = leanManifestSchema()
 * ```
 */
export function leanManifestSchema(): JsonObject {
  const whole = manifestSchema('1.0') as { properties: JsonObject; definitions: JsonObject }
  const { CommandEntry: command, FlagEntry: flag } = whole.definitions as Record<string, JsonObject>
  return {
    ...whole,
    $id: 'urn:surety:1.1:lean-manifest',
    title: 'LeanManifest',
    properties: {
      ...whole.properties,
      schema_version: { ...text('The version of this shape.'), const: '1.1' },
      name: text('The name of the tool; a tool that is one command lists it under this name.'),
      flags: mapTo('FlagEntry', 'Flags of every command.'),
      exit_codes: mapTo('ExitCodeEntry', 'Exits of every command besides 0, which is success.'),
      builtins: {
        description: 'The commands of the framework by dotted path, each with its danger level.',
        type: 'object',
        additionalProperties: { enum: DANGER_LEVELS },
      },
    },
    definitions: {
      ...whole.definitions,
      CommandEntry: {
        ...command,
        required: ['description', 'danger_level'],
        properties: {
          ...(command!['properties'] as JsonObject),
          supports_streaming: {
            description: 'Whether it prints a row per line with --format jsonl; it may never end.',
            type: 'boolean',
          },
          arguments: texts('Flags that are also taken without their name, in this order.'),
          builtin: {
            description: 'Whether it belongs to the framework.',
            type: 'boolean',
          },
        },
      },
      FlagEntry: { ...flag, required: ['type'] },
    },
  }
}

function commandSchema(): JsonObject {
  return {
    type: 'object',
    required: ['description', 'danger_level', 'flags', 'exit_codes'],
    additionalProperties: false,
    properties: {
      description: text('What the command does, in a sentence.'),
      aliases: texts('Other names that it answers to.'),
      danger_level: {
        ...text('Reads only, changes things, or destroys them.'),
        enum: DANGER_LEVELS,
      },
      safe_default: {
        description: 'Whether it only previews unless --live is given.',
        type: 'boolean',
      },
      flags: mapTo('FlagEntry', 'Flags by name, without the dashes.'),
      exit_codes: mapTo('ExitCodeEntry', 'The exits that it declares, by number as text.'),
      output_schema: {
        description: 'JSON Schema of what data holds on success.',
        type: 'object',
        additionalProperties: true,
      },
      output_formats: texts('Formats beyond json, jsonl, tsv and plain.'),
      examples: { type: 'array', items: { $ref: '#/definitions/Example' } },
      subcommands: texts('Dotted paths of the commands right below.'),
    },
  }
}

function flagSchema(): JsonObject {
  return {
    type: 'object',
    required: ['type', 'required', 'description'],
    additionalProperties: false,
    properties: {
      type: { ...text('What kind of value it takes.'), enum: FLAG_TYPES },
      required: { description: 'Whether the command needs it.', type: 'boolean' },
      description: text('What it does, with its limits.'),
      default: { description: 'The value when it is not given; left out if there is none.' },
      enum_values: texts('All values of an enum flag.'),
      short: { ...text('One letter.'), maxLength: 1 },
    },
  }
}

function exampleSchema(): JsonObject {
  return {
    type: 'object',
    required: ['description', 'command'],
    additionalProperties: false,
    properties: {
      description: text('What it shows.'),
      command: text('The invocation, ready to run.'),
    },
  }
}
