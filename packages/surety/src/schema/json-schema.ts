import type { Annotations, Definition } from './definition.ts'
import type { JsonSchemaTarget } from './standard-schema.ts'
import { DATE_PATTERN, DURATION_PATTERN, FORMAT_PATTERNS } from './text-formats.ts'

const DIGITS = '^[+-]?[0-9]+$'

/** The input of a whole number of any length. */
export const BIGINT_SCHEMA: JsonSchema = { type: 'string', pattern: DIGITS, 'x-kind': 'bigint' }

/** A JSON Schema as data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export type Side = 'input' | 'output'

const DRAFTS: Readonly<Record<string, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

/** Describes a definition in JSON Schema; throws on drafts other than 07 and 2020-12. */
export function toJsonSchema(
  def: Definition,
  side: Side,
  target: JsonSchemaTarget,
): Record<string, unknown> {
  const draft = Object.hasOwn(DRAFTS, target) ? DRAFTS[target] : undefined
  if (draft === undefined) throw new TypeError(`JSON Schema target '${target}' is not supported`)
  return { $schema: draft, ...describe(def, side) }
}

function describe(def: Definition, side: Side): Record<string, unknown> {
  const core = describeKind(def, side)
  const nullable = def.nullable === true ? { anyOf: [core, { type: 'null' }] } : core
  return { ...nullable, ...annotations(def, side) }
}

function describeKind(def: Definition, side: Side) {
  switch (def.kind) {
    case 'string': {
      const own = FORMAT_PATTERNS[def.format ?? '']
      return given({
        type: 'string',
        minLength: def.min,
        maxLength: def.max,
        'x-max-bytes': def.maxBytes,
        pattern: def.pattern?.source ?? own,
        format: own === undefined ? def.format : undefined,
        'x-kind': def.is ?? (own && def.format),
      })
    }
    case 'number':
      return given({
        type: def.whole ? 'integer' : 'number',
        minimum: def.min,
        maximum: def.max,
        'x-count': def.count,
      })
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { type: 'string', enum: [...def.values] }
    case 'literal':
      return { type: def.value === null ? 'null' : typeof def.value, const: def.value }
    case 'array':
    case 'object':
    case 'record':
    case 'union':
      return describeWhole(def, side)
    case 'date':
      // A Date is written as ISO text, so input and output look the same.
      return { type: 'string', pattern: DATE_PATTERN, 'x-kind': 'date' }
    case 'duration':
      return side === 'output'
        ? { type: 'integer', minimum: 0 }
        : { type: 'string', pattern: DURATION_PATTERN, 'x-kind': 'duration' }
    case 'bigint':
      // On the command line it stays text; answers write short ones as numbers.
      return side === 'output'
        ? { anyOf: [{ type: 'integer' }, { type: 'string', pattern: DIGITS }] }
        : BIGINT_SCHEMA
    case 'json':
      return { 'x-kind': 'json' }
    case 'bytes':
      return given({
        type: 'object',
        contentEncoding: 'base64',
        contentMediaType: def.contentType,
        'x-kind': 'binary',
      })
    case 'unknown':
      return {}
  }
}

/** Describes what holds other values. */
function describeWhole(
  def: Extract<Definition, { kind: 'array' | 'object' | 'record' | 'union' }>,
  side: Side,
) {
  switch (def.kind) {
    case 'array':
      return given({
        type: 'array',
        items: describe(def.item, side),
        minItems: def.min,
        maxItems: def.max,
        'x-separator': def.separator,
      })
    case 'object': {
      const { members, open } = def
      const required = members.filter(([, { default: value, optional }]) =>
        value === undefined ? optional !== true : side === 'output',
      )
      return given({
        type: 'object',
        properties: Object.fromEntries(members.map(([name, each]) => [name, describe(each, side)])),
        required: required.length > 0 ? required.map(([name]) => name) : undefined,
        additionalProperties: open,
      })
    }
    case 'record':
      return given({
        type: 'object',
        propertyNames: def.key && describe(def.key, side),
        additionalProperties: describe(def.value, side),
      })
    case 'union':
      return { anyOf: def.options.map((option) => describe(option, side)) }
  }
}

/** Facts about an option that JSON Schema has no keyword for. */
const FACTS = [
  'short',
  'aliases',
  'mistakes',
  'secret',
  'env',
  'hidden',
  'group',
  'requires',
  'conflicts',
] as const

function annotations(def: Annotations, side: Side): Record<string, unknown> {
  return given({
    description: def.description,
    default: side === 'input' ? asJson(def.default) : undefined,
    examples: asJson(def.examples),
    deprecated: def.deprecated === undefined ? undefined : true,
    'x-deprecated': typeof def.deprecated === 'string' ? def.deprecated : undefined,
    ...Object.fromEntries(FACTS.map((name) => [`x-${name}`, def[name]])),
  })
}

/** Writes big integers, which JSON has no form for, as the text that callers write. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(asJson)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]))
}

function given(members: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(members)) if (members[name] === undefined) delete members[name]
  return members
}
