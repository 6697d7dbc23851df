import type { JsonObject } from '../../contract/index.ts'
import { FEATURES } from '../probing/subject.ts'

const text = { type: 'string', minLength: 1 }
const words = { type: 'array', items: { type: 'string' } }
const seconds = { type: 'number', exclusiveMinimum: 0, maximum: 120 }

const argumentOrder = {
  type: 'object',
  description: 'Tries a global flag before, between and after the words of a command.',
  required: ['command_path', 'local_args', 'global_flag', 'value', 'alternate_value'],
  additionalProperties: false,
  properties: {
    command_path: { ...words, minItems: 1 },
    local_args: { ...words, minItems: 2, description: 'A local option that visibly changes data.' },
    global_flag: { type: 'string', pattern: '^--[a-z][a-z0-9-]*$' },
    value: text,
    alternate_value: { ...text, description: 'Must print something else than value.' },
    positional: { type: 'string', minLength: 1, pattern: '^[^-]' },
  },
}

const only = (kind: string, members: readonly string[]) => ({
  if: { properties: { kind: { const: kind } } },
  else: { not: { anyOf: members.map((name) => ({ required: [name] })) } },
})

const probe = {
  type: 'object',
  required: ['name', 'argv', 'kind'],
  additionalProperties: false,
  properties: {
    name: { ...text, description: 'Unique in the profile.' },
    argv: { ...words, description: 'The words after those that start the tool.' },
    kind: {
      type: 'string',
      enum: ['read', 'destructive', 'invalid', 'stream', 'long', 'write'],
      description:
        'read: changes nothing. invalid: must be refused. destructive: run dry, and to be refused. stream: prints a line per item. long: a read of two seconds or more. write: changes something, and is run.',
    },
    dry_run_flag: { type: 'string', pattern: '^--?[a-z][a-z0-9-]*$' },
    deadline_seconds: seconds,
    signal: { type: 'string', enum: ['INT'] },
    after_lines: { type: 'integer', minimum: 1 },
    stdin: { type: 'string', description: 'What it reads from stdin; closed if absent.' },
    time_limit_args: {
      ...words,
      description: 'Words that limit the time of a long call to one second or less.',
    },
  },
  dependencies: { signal: ['after_lines'], after_lines: ['signal'] },
  allOf: [
    {
      anyOf: [
        { not: { properties: { kind: { const: 'destructive' } } } },
        { required: ['dry_run_flag'] },
      ],
    },
    only('destructive', ['dry_run_flag']),
    only('stream', ['deadline_seconds', 'signal', 'after_lines']),
    only('long', ['time_limit_args']),
  ],
}

/** The JSON Schema of a profile, published as `schemas/conformance-profile.json`. */
export const profileSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'conformance-profile.json',
  title: 'ConformanceProfile',
  description:
    "What `surety check` may run. A superset of format 1.0 of the spec's own kit; dialect, cwd, env, machine_args, absent, secrets, limits and the kinds long and write are additions.",
  type: 'object',
  required: ['tool', 'command', 'probes'],
  additionalProperties: false,
  properties: {
    schema_version: { type: 'string', enum: ['1.0'] },
    tool: { ...text, description: 'The name to show.' },
    command: {
      type: 'array',
      items: text,
      minItems: 1,
      description:
        'The words that start the tool; a first word with a slash is relative to the profile.',
    },
    timeout_seconds: { ...seconds, description: 'The limit of each run; 10 if absent.' },
    manifest: { ...words, description: 'The words that print the manifest.' },
    argument_order: argumentOrder,
    probes: { type: 'array', items: probe, minItems: 1 },
    dialect: { ...text, description: 'The dialect of the answers.' },
    cwd: { ...text, description: 'The folder to run in, relative to the profile.' },
    env: {
      type: 'object',
      description: 'Variables for every run; null removes one.',
      additionalProperties: { type: ['string', 'null'] },
    },
    machine_args: {
      ...words,
      description: 'Words added to every call to get output for machines.',
    },
    absent: {
      type: 'object',
      description: 'Features that the tool does not have, each with the reason.',
      additionalProperties: false,
      properties: Object.fromEntries(FEATURES.map((feature) => [feature, text])),
    },
    secrets: { ...words, description: 'Variables that hold secrets.' },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        cold_start_ms: { type: 'integer', minimum: 1 },
        answer_tokens: { type: 'integer', minimum: 1 },
        help_tokens: { type: 'integer', minimum: 1 },
      },
    },
  },
} as const as unknown as JsonObject
