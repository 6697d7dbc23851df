import { echo } from '@surety/internal/echo.ts'
import type { JsonValue } from '../../../contract/index.ts'
import {
  acceptsAbsence,
  inputJsonSchema,
  Schema,
  type Definition,
  type JsonSchema,
  type StandardIssue,
  type StandardSchema,
} from '../../../schema/index.ts'
import { coerce, type Coerced } from '../../../schema/coerce.ts'
import { definitionOfJson } from '../../../schema/foreign.ts'
import { closest } from '@surety/internal/closest.ts'
import { mainType, optionsIn } from '@surety/internal/json-schema/main-type.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { issuePath } from '../../declare/standard-schema.ts'

/** A parameter; `param` is its name as users write it. */
export interface Field extends ParameterFacts {
  /** `args`, or the name of the set of options that its value belongs to. */
  readonly set: string
  readonly key: string
  readonly param: string
  readonly schema: StandardSchema
  /** Its description, made when somebody reads it. */
  readonly json: JsonSchema
  /** Turns a text into a value, or one item of a list. */
  readonly coerce: (text: string) => Coerced
}

/** What the reader of a command line has to know about a parameter. */
interface ParameterFacts {
  readonly short: string | undefined
  readonly aliases: readonly string[]
  /** Wrong names that lead to it. */
  readonly mistakes: readonly string[]
  /** Whether it takes no value: true, false, or how often it is given. */
  readonly isSwitch: boolean
  readonly isCount: boolean
  readonly isArray: boolean
  /** Whether a text is its value, or an item, as it is. */
  readonly isText: boolean
  /** The text between the items of a list in one value. */
  readonly separator: string | undefined
  readonly isSecret: boolean
  readonly isHidden: boolean
  /** Whether it depends on variables or on other options. */
  readonly isRelated: boolean
  readonly isRequired: boolean
  /** The reason for the deprecation; true without one. */
  readonly deprecated: string | true | undefined
}

export function compileField(
  set: string,
  key: string,
  param: string,
  schema: StandardSchema,
): Field {
  const facts = isOwn(schema) ? ownFacts(schema.def) : foreignFacts(schema)
  let def: Definition | undefined
  return {
    set,
    key,
    param,
    schema,
    ...facts,
    get json() {
      return inputJsonSchema(schema)
    },
    coerce(text) {
      if (facts.isText) return { ok: true, value: text }
      def ??= definitionOfJson(facts.isArray ? itemsOf(inputJsonSchema(schema)) : this.json)
      return coerce(def, text)
    },
  }
}

/** Tests for a schema of the light builder that says itself what it is; one of several kinds has to be looked at. */
function isOwn(schema: StandardSchema): schema is Schema<unknown> {
  return schema instanceof Schema && schema.def.kind !== 'union' && schema.def.kind !== 'literal'
}

function ownFacts(def: Definition): ParameterFacts {
  const isArray = def.kind === 'array'
  const isCount = def.kind === 'number' && def.count === true
  const value = isArray ? def.item : def
  return {
    short: def.short,
    aliases: def.aliases ?? [],
    mistakes: def.mistakes ?? [],
    isSwitch: isCount || def.kind === 'boolean',
    isCount,
    isArray,
    isText: value.kind === 'string' && value.nullable !== true,
    separator: isArray ? def.separator : undefined,
    isSecret: someDefinition(def, isSecretDefinition),
    isHidden: def.hidden === true,
    isRelated: (def.env ?? def.requires ?? def.conflicts) !== undefined,
    isRequired: def.optional !== true && def.default === undefined,
    deprecated: def.deprecated,
  }
}

/** Tests a definition and all in it. */
export function someDefinition(def: Definition, test: (def: Definition) => boolean): boolean {
  if (test(def)) return true
  if (def.kind === 'array') return someDefinition(def.item, test)
  if (def.kind === 'record') return someDefinition(def.value, test)
  if (def.kind === 'union') return def.options.some((option) => someDefinition(option, test))
  return def.kind === 'object' && def.members.some(([, member]) => someDefinition(member, test))
}

function isSecretDefinition({ secret }: Definition): boolean {
  return secret === true
}

/** Reads the facts of a parameter from the JSON Schema that schemas of every library have. */
function foreignFacts(schema: StandardSchema): ParameterFacts {
  const json = inputJsonSchema(schema)
  const type = mainType(json)
  const inner = innerOf(json)
  const fact = (name: string): unknown => json[`x-${name}`] ?? inner[`x-${name}`]
  const text = (name: string): string | undefined => {
    const value = fact(name)
    return typeof value === 'string' ? value : undefined
  }
  const texts = (name: string): readonly string[] => {
    const list = fact(name)
    return Array.isArray(list) ? (list as string[]) : []
  }
  const isCount = fact('count') === true
  // A literal of the light builder is a value, also if it is true.
  const isLiteral = schema instanceof Schema && Object.hasOwn(json, 'const')
  return {
    short: text('short'),
    aliases: texts('aliases'),
    mistakes: texts('mistakes'),
    isSwitch: isCount || (type === 'boolean' && !isLiteral),
    isCount,
    isArray: type === 'array',
    isText: false,
    separator: text('separator'),
    isSecret: mentionsSecret(json, 0),
    isHidden: fact('hidden') === true,
    isRelated: ['env', 'requires', 'conflicts'].some((name) => fact(name) !== undefined),
    isRequired: !acceptsAbsence(schema),
    deprecated: text('deprecated') ?? (json['deprecated'] === true || undefined),
  }
}

/** What also accepts null has its own facts in the other option. */
function innerOf(json: JsonSchema): JsonSchema {
  return optionsIn(json)?.find((option) => mainType(option) === mainType(json)) ?? json
}

function itemsOf(json: JsonSchema): JsonSchema {
  const { items = {} } = innerOf(json) as { readonly items?: JsonSchema }
  return items
}

/** Deeper parts of a schema are not looked at: references may be circular. */
const MAX_DEPTH = 16

function mentionsSecret(json: JsonSchema, depth: number): boolean {
  if (json['x-secret'] === true) return true
  return depth < MAX_DEPTH && partsOf(json).some(([, part]) => mentionsSecret(part, depth + 1))
}

/** Lists the secret texts in a value: itself, or what its secret members hold. */
export function secretsOf(
  json: JsonSchema,
  value: unknown,
  isSecret = false,
  depth = 0,
): readonly string[] {
  const hides = isSecret || json['x-secret'] === true
  if (typeof value !== 'object' || value === null)
    return hides && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : []
  if (depth > MAX_VALUE_DEPTH) return []
  const own = hides ? Object.values(value).map((part) => [{}, part] as const) : []
  const members = partsOf(json).flatMap(([name, part]) => {
    if (name === null) return [[part, value] as const]
    if (name === undefined) return Object.values(value).map((item) => [part, item] as const)
    return [[part, (value as Record<string, unknown>)[name]] as const]
  })
  return [...own, ...members].flatMap(([part, inner]) => secretsOf(part, inner, hides, depth + 1))
}

/** Far deeper than input that anybody writes, and far from the end of the stack. */
const MAX_VALUE_DEPTH = 500

/** The parts of a schema: those of members by name, of all items (undefined) and of the value itself (null). */
export function partsOf(
  json: JsonSchema,
): readonly (readonly [string | null | undefined, JsonSchema])[] {
  const { properties, items, additionalProperties: others } = json
  const named = isSchema(properties) ? Object.entries(properties) : []
  return [
    ...named.flatMap(([name, part]) => (isSchema(part) ? [[name, part] as const] : [])),
    ...[items, others].flatMap((part) => (isSchema(part) ? [[undefined, part] as const] : [])),
    ...alternatives(json).map((part) => [null, part] as const),
  ]
}

/** The schemas that describe the whole value again. */
export function alternatives(json: JsonSchema): readonly JsonSchema[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const options = json[keyword]
    return Array.isArray(options) ? options.filter(isSchema) : []
  })
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function missingProblem(field: Field): InputProblem {
  const { param, json } = field
  const description = typeof json['description'] === 'string' ? ` (${json['description']})` : ''
  const noun = param.startsWith('<') ? 'argument' : param.startsWith('-') ? 'option' : 'variable'
  const { enum: allowed } = json
  return {
    param,
    code: 'MISSING_ARGUMENT',
    message: `The ${noun} ${param}${description} is required.`,
    ...expectedType(json),
    ...(Array.isArray(allowed) && { allowed }),
  }
}

/** Creates the problem for an invalid value; the value of a secret is never repeated. */
export function valueProblem(
  field: Field,
  param: string,
  found: Pick<InputProblem, 'code' | 'message' | 'allowed'>,
  text: string | undefined,
): InputProblem {
  const { code, allowed } = found
  const message = field.isSecret ? found.message.replace(/, got .*$/s, '') : found.message
  const words = allowed?.filter((value): value is string => typeof value === 'string') ?? []
  const suggestion = text === undefined || field.isSecret ? undefined : closest(text, words)
  return {
    param,
    code,
    message: `${param}: ${message}.`,
    ...(text !== undefined && !field.isSecret && { value: echo(text) }),
    ...(allowed ? { allowed } : expectedType(field.json)),
    ...(suggestion !== undefined && { suggestion }),
  }
}

function expectedType(json: JsonSchema): { readonly expected?: string } {
  const type = mainType(json)
  return type === undefined ? {} : { expected: type }
}

export function issueProblems(
  field: Field,
  issues: readonly StandardIssue[],
  text: string | undefined,
): InputProblem[] {
  return issues.map((issue) => {
    // The path into a list begins with an index, and people count from one.
    const place = issuePath(issue).replace(/^\d+/, (at) =>
      field.isArray ? `item ${Number(at) + 1}` : at,
    )
    const { code, allowed } = issue as {
      readonly code?: unknown
      readonly allowed?: readonly JsonValue[]
    }
    return valueProblem(
      field,
      field.param,
      {
        // The codes that callers branch on.
        code:
          (['INVALID_CHOICE', 'FIELD_TOO_LARGE'] as const).find((kept) => kept === code) ??
          'INVALID_VALUE',
        message: `${place && `${place}: `}${issue.message}`,
        ...(Array.isArray(allowed) && { allowed }),
      },
      text,
    )
  })
}
