import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { jsonEqual, setMember } from '../../../internal/json/json-members.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { mainType } from '../../input/argv/field.ts'
import { choicesIn } from '../../input/argv/field.ts'
import type { CliModel, CommandModel, ParameterModel } from './model.ts'
import { relationNotes } from './option-relations.ts'

/** The type of a flag in the manifest. */
export type FlagType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'enum'

/** A parameter in the manifest; its schema allows no other members. */
export interface FlagEntry extends JsonObject {
  readonly type: FlagType
  readonly required: boolean
  readonly description: string
}

/**
 * Describes the arguments and options of a command by name. Arguments are listed as flags, because the
 * manifest has no member for them and the command line accepts them by name as well.
 */
export function flagEntries(command: CommandModel): Readonly<Record<string, FlagEntry>> {
  const flags: Record<string, FlagEntry> = {}
  const { args, options, sharedOptions, exactlyOne } = command
  const notes = relationNotes([...args, ...options, ...sharedOptions], exactlyOne)
  for (const [index, parameter] of args.entries()) {
    const prefix = `Argument ${index + 1}: `
    setMember(flags, parameter.name, toFlagEntry(parameter, prefix, notes.get(parameter.name)))
  }
  for (const parameter of [...options, ...sharedOptions]) {
    // The contract's name for it up to 1.6 (REQ-O-001).
    const name = parameter.name === 'format' ? 'output' : parameter.name
    setMember(flags, name, toFlagEntry(parameter, '', notes.get(parameter.name)))
  }
  return flags
}

/** Describes one parameter; its limits go into the description, as the entry has no member for them. */
function toFlagEntry(
  parameter: ParameterModel,
  prefix = '',
  notes: readonly string[] = [],
): FlagEntry {
  const { schema, name } = parameter
  const choices = choicesIn(schema)
  const type = choices ? 'enum' : flagType(schema)
  const text = typeof schema['description'] === 'string' ? schema['description'] : `The ${name}`
  const limits = [...limitsOf(schema), ...notes].join(', ')
  const fallback = schema['default'] as JsonValue | undefined
  const short = schema['x-short']
  return {
    type,
    required: parameter.required,
    description: prefix + withLimits(text, limits),
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(choices && { enum_values: choices.map(String) }),
    ...(typeof short === 'string' && { short }),
  }
}

/**
 * Describes one parameter for the short manifest: no description that only repeats the name, and no member
 * that says what everybody assumes.
 */
export function shortFlagEntry(
  parameter: ParameterModel,
  notes: readonly string[] = [],
): JsonObject {
  const { schema } = parameter
  const own = typeof schema['description'] === 'string' ? schema['description'] : ''
  const limits = [...limitsOf(schema), ...notes].join(', ')
  const {
    type,
    required,
    default: fallback,
    description: _description,
    ...rest
  } = toFlagEntry(parameter)
  return {
    type,
    ...(required && { required }),
    ...(own + limits !== '' && { description: own === '' ? limits : withLimits(own, limits) }),
    ...(saysSomething(fallback) && { default: fallback }),
    ...rest,
  }
}

/** Describes the arguments and options that a command does not share with all others, in the short form. */
export function ownOptions(
  { globals }: CliModel,
  { args, options, sharedOptions, exactlyOne }: CommandModel,
): Readonly<Record<string, JsonObject>> {
  const all = [...args, ...options, ...sharedOptions]
  const notes = relationNotes(all, exactlyOne)
  const isShared = ({ name, schema }: ParameterModel) =>
    globals.some((other) => other.name === name && jsonEqual(other.schema, schema))
  const entries: Record<string, JsonObject> = {}
  for (const option of all)
    if (!isShared(option))
      setMember(entries, option.name, shortFlagEntry(option, notes.get(option.name)))
  return entries
}

/** What contract 1.16 itself says about formats; other formats have to say it. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  tsv: 'text/tab-separated-values',
  plain: 'text/plain',
}
const OTHER_TYPES: Readonly<Record<string, string>> = { toon: 'text/toon', md: 'text/markdown' }

/** Describes one option for a manifest of contract 1.16: with its variables and media types. */
export function richFlagEntry(cli: CliModel, parameter: ParameterModel): JsonObject {
  const { name, schema } = parameter
  const choices = choicesIn(schema)
  const entry = toFlagEntry(parameter)
  const variables = [name === 'format' ? cli.formatVariable : schema['x-env']].flat()
  const listed = variables.filter((each) => typeof each === 'string')
  return {
    ...entry,
    // Integers stay integers: callers would otherwise send texts.
    ...(choices?.every(Number.isInteger) && { type: 'integer', enum_values: choices }),
    ...(listed.length > 0 && { env_vars: listed.map((each) => ({ name: each })) }),
    ...(name === 'format' && mediaTypes(cli, entry['enum_values'])),
  }
}

function mediaTypes({ formatNames }: CliModel, formats: JsonValue | undefined): JsonObject {
  const offered = Array.isArray(formats) ? formats.map(String) : []
  const unlisted = offered.filter((format) => !Object.hasOwn(MEDIA_TYPES, format))
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
    description: toFlagEntry(parameter).description,
    ...(isList && { variadic: true }),
  }
}

function wordType(choices: readonly JsonValue[] | undefined, type: string | undefined): JsonObject {
  if (choices?.every(Number.isInteger)) return { type: 'integer', enum_values: choices }
  if (choices) return { type: 'enum', enum_values: choices.map(String) }
  if (type === 'boolean') return { type: 'enum', enum_values: ['true', 'false'] }
  return { type: type === 'integer' || type === 'number' ? type : 'string' }
}

function saysSomething(fallback: JsonValue | undefined): fallback is JsonValue {
  if (fallback === undefined || fallback === false) return false
  return !Array.isArray(fallback) || fallback.length > 0
}

function withLimits(text: string, limits: string): string {
  return limits === '' ? text : `${text} (${limits})`
}

function flagType(schema: JsonSchema): FlagType {
  const type = mainType(schema)
  switch (type) {
    case 'integer':
    case 'number':
    case 'boolean':
    case 'array':
      return type
    default:
      return 'string'
  }
}

interface Limits extends JsonSchema {
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
}

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, format } = schema as Limits
  const parts = [
    minimum !== undefined && `at least ${minimum}`,
    // Some schema libraries always write the largest safe integer, which is no real limit.
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    typeof format === 'string' && `format ${format}`,
    kindText(schema['x-kind']),
    typeof schema['x-deprecated'] === 'string' && `deprecated: ${schema['x-deprecated']}`,
    typeof schema['x-env'] === 'string' && `env ${schema['x-env']}`,
    schema['x-count'] === true && 'takes no value; repeat it to count',
    typeof schema['x-separator'] === 'string' && `items separated by ${schema['x-separator']}`,
  ]
  return parts.filter((part) => typeof part === 'string')
}

function kindText(kind: unknown): string | false {
  switch (kind) {
    case 'duration':
      return 'a duration such as 30s or 5m'
    case 'date':
      return 'an ISO 8601 date'
    case 'json':
      return 'JSON text'
    case 'path':
      return 'a path'
    case 'resource-id':
      return 'a resource id'
    default:
      return false
  }
}
