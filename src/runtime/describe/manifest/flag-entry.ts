import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { mainType } from '../../input/argv/field.ts'
import { choicesIn } from '../../input/argv/schema-choices.ts'
import type { CommandModel, ParameterModel } from './model.ts'
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
export function toFlagEntry(
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
 * Describes one parameter for the lean manifest: no description that only repeats the name, and no member
 * that says what everybody assumes.
 */
export function leanFlagEntry(
  parameter: ParameterModel,
  notes: readonly string[] = [],
): JsonObject {
  const { schema } = parameter
  const own = typeof schema['description'] === 'string' ? schema['description'] : ''
  const limits = [...limitsOf(schema), ...notes].join(', ')
  const { type, required, default: fallback, description: _whole, ...rest } = toFlagEntry(parameter)
  return {
    type,
    ...(required && { required }),
    ...(own + limits !== '' && { description: own === '' ? limits : withLimits(own, limits) }),
    ...(saysSomething(fallback) && { default: fallback }),
    ...rest,
  }
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
