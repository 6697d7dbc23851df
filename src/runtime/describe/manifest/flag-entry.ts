import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json-members.ts'
import type { JsonSchema } from '../../../schema/index.ts'
import { mainType } from '../../input/argv/field.ts'
import { choicesIn } from '../../input/argv/schema-choices.ts'
import type { CommandModel, ParameterModel } from './model.ts'

/** The words for a flag's type in the manifest. */
export type FlagType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'enum'

/** A parameter as the manifest describes it; the object is closed. */
export interface FlagEntry extends JsonObject {
  readonly type: FlagType
  readonly required: boolean
  readonly description: string
}

/**
 * Describes everything that a command takes, by name. Arguments are among the flags, because the
 * manifest has no other place for them and the command line takes them by name as well.
 */
export function flagEntries(command: CommandModel): Readonly<Record<string, FlagEntry>> {
  const flags: Record<string, FlagEntry> = {}
  for (const [index, parameter] of command.args.entries()) {
    setMember(flags, parameter.name, toFlagEntry(parameter, `Argument ${index + 1}: `))
  }
  for (const parameter of [...command.options, ...command.sharedOptions]) {
    setMember(flags, parameter.name, toFlagEntry(parameter))
  }
  return flags
}

/** Describes one parameter; limits that the closed entry has no member for go into the description. */
export function toFlagEntry(parameter: ParameterModel, prefix = ''): FlagEntry {
  const { schema, name } = parameter
  const choices = choicesIn(schema)
  const type = choices ? 'enum' : flagType(schema)
  const text = typeof schema['description'] === 'string' ? schema['description'] : `The ${name}`
  const limits = limitsOf(schema)
  const fallback = schema['default'] as JsonValue | undefined
  const short = schema['x-short']
  return {
    type,
    required: parameter.required,
    description: `${prefix}${text}${limits === '' ? '' : ` (${limits})`}`,
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(choices && { enum_values: choices.map(String) }),
    ...(typeof short === 'string' && { short }),
  }
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

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, format } = schema as Limits
  const words = [
    minimum !== undefined && `at least ${minimum}`,
    // Libraries that spell out the largest safe integer do not mean it as a limit.
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    typeof format === 'string' && `format ${format}`,
    kindWords(schema['x-kind']),
    typeof schema['x-deprecated'] === 'string' && `deprecated: ${schema['x-deprecated']}`,
  ]
  return words.filter((word) => typeof word === 'string').join(', ')
}

function kindWords(kind: unknown): string | false {
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
