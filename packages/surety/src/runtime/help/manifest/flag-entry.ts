import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { choicesIn } from '@surety/internal/json-schema/choices.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import type { Entries } from './exit-entries.ts'
import { type ToolModel, type CommandModel, type ParameterModel } from '../model.ts'
import { relationNotes } from './option-relations.ts'

/** Describes arguments and options by name: the manifest has no member for arguments, and callers may name them too. */
export function flagEntries(command: CommandModel): Entries {
  const { args, options, sharedOptions } = command
  const notes = relationNotes([...args, ...options, ...sharedOptions])
  const entry = (parameter: ParameterModel, prefix = '') =>
    flagEntry(parameter, notes.get(parameter.name), prefix)
  return Object.fromEntries([
    ...args.map((each, index) => [each.name, entry(each, `Argument ${index + 1}: `)] as const),
    ...[...options, ...sharedOptions].map((each) => [each.name, entry(each)] as const),
  ])
}

/** Describes one parameter; its limits go into the description, as the entry has no member for them. */
function flagEntry(parameter: ParameterModel, notes: readonly string[] = [], prefix = '') {
  const { schema, name, required } = parameter
  const choices = choicesIn(schema)
  const text = parameter.def.description ?? `The ${name}`
  return given({
    type: choices ? 'enum' : flagType(schema),
    required,
    description: prefix + withLimits(text, schema, notes),
    default: (schema['default'] as JsonValue | undefined) ?? undefined,
    enum_values: choices?.map(String),
    short: schema['x-short'] as string | undefined,
  })
}

/** Describes one parameter for the short manifest, without what everybody assumes. */
export function shortFlagEntry(parameter: ParameterModel, notes?: readonly string[]): JsonObject {
  const { schema } = parameter
  const text = withLimits(parameter.def.description ?? '', schema, notes)
  const { type, required, default: fallback, description: _own, ...rest } = flagEntry(parameter)
  return given({
    type,
    required: required || undefined,
    description: text || undefined,
    default: saysSomething(fallback) ? fallback : undefined,
    ...rest,
  })
}

/** Tests for a value that is worth a member: not false, and not empty. */
export function saysSomething(value: unknown): boolean {
  if (value === undefined || value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** Describes the arguments and options that a command does not share with all others, in the short form. */
export function ownOptions({ globals }: ToolModel, command: CommandModel): Entries {
  const all = [...command.args, ...command.options, ...command.sharedOptions]
  const notes = relationNotes(all)
  const isShared = ({ name, schema }: ParameterModel) =>
    globals.some((other) => other.name === name && jsonEqual(other.schema, schema))
  return Object.fromEntries(
    all
      .filter((option) => !isShared(option))
      .map((option) => [option.name, shortFlagEntry(option, notes.get(option.name))]),
  )
}

/** What contract 1.16 itself says about formats; other formats have to say it. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  plain: 'text/plain',
  id: 'text/plain',
}
const OTHER_TYPES: Readonly<Record<string, string>> = { toon: 'text/toon', md: 'text/markdown' }

/** Describes one option for a manifest of contract 1.16: with its variables and media types. */
export function richFlagEntry(cli: ToolModel, parameter: ParameterModel): JsonObject {
  const { name, schema } = parameter
  const choices = choicesIn(schema)
  const type = mainType(schema)
  const structure = type === 'array' ? schema['items'] : schema
  const isStructured = isJsonObject(structure) && mainType(structure) === 'object'
  const variables = [name === 'format' ? cli.formatVariable : schema['x-env']].flat()
  const listed = variables.filter((each) => typeof each === 'string')
  return {
    ...flagEntry({ ...parameter, schema: unsaid(schema) }, relationNotes([parameter]).get(name)),
    ...(isStructured && { type: type!, schema: bareSchema(structure) }),
    ...patternOf(schema),
    // Integers stay integers: callers would otherwise send texts.
    ...(choices?.every(Number.isInteger) && { type: 'integer', enum_values: choices }),
    ...(listed.length > 0 && { env_vars: listed.map((each) => ({ name: each })) }),
    ...(name === 'format' && mediaTypes(cli, choices?.map(String) ?? [])),
  }
}

/** Leaves out what an entry says beside a schema. */
function bareSchema(schema: JsonObject): JsonObject {
  const isSaid = (name: string) => /^(?:\$schema|description|default|x-.*)$/.test(name)
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !isSaid(name)))
}

/** Leaves out what members of the entry say, so that the description does not repeat it. */
function unsaid({ 'x-env': _variables, ...schema }: JsonSchema): JsonSchema {
  if (patternOf(schema)['pattern_type'] === undefined) return schema
  const { format: _format, 'x-kind': _kind, ...rest } = schema
  return rest
}

/** The names that the contract has for the forms of texts. */
const PATTERN_TYPES: Readonly<Record<string, string>> = {
  'alphanumeric-id': 'alphanumeric_id',
  uuid: 'uuid',
  semver: 'semver',
  uri: 'url',
  path: 'filepath',
}

function patternOf({ pattern, format, 'x-kind': kind }: JsonSchema): JsonObject {
  const type = PATTERN_TYPES[String(format)] ?? PATTERN_TYPES[String(kind)]
  if (type !== undefined) return { pattern_type: type }
  return typeof pattern === 'string' && kind === undefined ? { pattern } : {}
}

function mediaTypes({ formatNames }: ToolModel, formats: readonly string[]): JsonObject {
  const unlisted = formats.filter((format) => !Object.hasOwn(MEDIA_TYPES, format))
  if (unlisted.length === 0) return {}
  const typed = unlisted.map((format) => {
    const meant = formatNames[format] ?? format
    return [format, OTHER_TYPES[meant] ?? MEDIA_TYPES[meant] ?? 'text/plain']
  })
  return { media_types: Object.fromEntries(typed) as JsonObject }
}

/** Describes a positional argument in contract 1.16; a list takes all remaining words. */
export function positionalEntry(parameter: ParameterModel): JsonObject {
  const { name, schema, required } = parameter
  const items = schema['items']
  const isList = mainType(schema) === 'array'
  const item = isList && isJsonObject(items) ? items : schema
  return {
    name,
    ...wordType(choicesIn(item), mainType(item)),
    required,
    description: flagEntry(parameter).description,
    ...(isList && { variadic: true }),
  }
}

function wordType(choices: readonly JsonValue[] | undefined, type: string | undefined): JsonObject {
  if (choices?.every(Number.isInteger)) return { type: 'integer', enum_values: choices }
  if (choices) return { type: 'enum', enum_values: choices.map(String) }
  if (type === 'boolean') return { type: 'enum', enum_values: ['true', 'false'] }
  return { type: type === 'integer' || type === 'number' ? type : 'string' }
}

function flagType(schema: JsonSchema): string {
  const type = mainType(schema) ?? 'string'
  return ['integer', 'number', 'boolean', 'array'].includes(type) ? type : 'string'
}

function withLimits(text: string, schema: JsonSchema, notes: readonly string[] = []): string {
  const { format } = schema
  const { minimum, maximum, minLength, maxLength } = schema as Readonly<
    Record<string, number | undefined>
  >
  const parts = [
    rangeOf(minimum, maximum),
    minLength === 1 ? 'not empty' : minLength && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    schema['x-max-bytes'] !== undefined && `at most ${Number(schema['x-max-bytes'])} bytes`,
    typeof format === 'string' && `format ${format}`,
    KINDS[String(schema['x-kind'])],
    typeof schema['x-deprecated'] === 'string' && `deprecated: ${schema['x-deprecated']}`,
    schema['x-env'] !== undefined && `env ${[schema['x-env']].flat().map(String).join(' or ')}`,
    schema['x-count'] === true && 'takes no value; repeat it to count',
    typeof schema['x-separator'] === 'string' && `items separated by ${schema['x-separator']}`,
    ...notes,
  ]
  const limits = parts.filter((part) => typeof part === 'string').join(', ')
  if (text === '') return limits
  return limits === '' ? text : `${text} (${limits})`
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string | undefined {
  // Some schema libraries always write the largest safe integer, which is no real limit.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined && most !== undefined) return `${minimum} to ${most}`
  if (minimum !== undefined) return `at least ${minimum}`
  return most === undefined ? undefined : `at most ${most}`
}

const KINDS: Readonly<Record<string, string>> = {
  duration: 'such as 30s',
  date: 'an ISO 8601 date',
  json: 'JSON text',
  path: 'a path',
  'resource-id': 'a resource id',
}
