import type { JsonValue } from '../../../contract/index.ts'
import {
  acceptsAbsence,
  compileCoercion,
  inputJsonSchema,
  Schema,
  type AnySchema,
  type Coercion,
  type JsonSchema,
  type StandardIssue,
  type StandardSchema,
} from '../../../schema/index.ts'
import { closest } from '../../../internal/closest.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { issuePath } from '../../declare/standard-schema.ts'

/** One parameter of a command, compiled for reading command lines. */
export interface Field {
  readonly key: string
  /** The name as the user writes it: `--size` or `<name>`. */
  readonly param: string
  readonly schema: StandardSchema
  readonly json: JsonSchema
  readonly coerce: Coercion
  readonly short: string | undefined
  readonly aliases: readonly string[]
  /** Whether it takes no value: true, false, or how often it is given. */
  readonly isSwitch: boolean
  readonly isCount: boolean
  readonly isArray: boolean
  /** The text between the items of a list in one value. */
  readonly separator: string | undefined
  readonly isSecret: boolean
  readonly isHidden: boolean
  /** Whether it depends on variables or on other options. */
  readonly isRelated: boolean
  readonly isRequired: boolean
  /** The reason for the deprecation; true without one. */
  readonly deprecated: string | true | undefined
  /** The result for an absent value, if it is a constant; else null. */
  readonly absent: { readonly value: unknown } | null
}

/** Compiles a field. */
export function compileField(key: string, param: string, schema: StandardSchema): Field {
  return schema instanceof Schema
    ? new OwnField(key, param, schema)
    : new ForeignField(key, param, schema)
}

/** Computes the costly members on first use, to keep the start fast. */
abstract class LazyField {
  // Declared alone: the constructor sets them, and defining them first would take time in every call.
  declare readonly key: string
  declare readonly param: string
  declare readonly schema: StandardSchema
  #json: JsonSchema | undefined
  #coerce: Coercion | undefined

  constructor(key: string, param: string, schema: StandardSchema) {
    this.key = key
    this.param = param
    this.schema = schema
  }

  get json(): JsonSchema {
    this.#json ??= inputJsonSchema(this.schema)
    return this.#json
  }

  get coerce(): Coercion {
    this.#coerce ??= this.makeCoercion()
    return this.#coerce
  }

  protected makeCoercion(): Coercion {
    return compileCoercion(elementSchema(this.json) ?? this.json)
  }
}

/** A field of the light builder, which needs no JSON Schema for most members. */
class OwnField extends LazyField implements Field {
  declare readonly short: string | undefined
  declare readonly separator: string | undefined
  declare readonly aliases: readonly string[]
  declare readonly isSecret: boolean
  declare readonly isHidden: boolean
  declare readonly isCount: boolean
  declare readonly isRelated: boolean
  declare readonly isSwitch: boolean
  declare readonly isArray: boolean
  declare readonly isRequired: boolean
  declare readonly deprecated: string | true | undefined
  #absent: { readonly value: unknown } | null | undefined

  constructor(key: string, param: string, schema: AnySchema) {
    super(key, param, schema)
    // Set at once and not by getters, because V8 would compile each of these for the first field.
    const { def } = schema
    this.short = def.short
    this.separator = def.kind === 'array' ? def.separator : undefined
    this.aliases = def.aliases ?? NO_ALIASES
    this.isSecret = def.secret === true
    this.isHidden = def.hidden === true
    this.isCount = def.kind === 'number' && def.count === true
    this.isRelated = (def.env ?? def.requires ?? def.conflicts) !== undefined
    this.isSwitch = def.kind === 'boolean' || this.isCount
    this.isArray = def.kind === 'array'
    this.isRequired = def.optional !== true && def.default === undefined
    this.deprecated = def.deprecated
    // The usual case without validation: an optional value without a default stays undefined.
    this.#absent = def.default === undefined && def.optional === true ? NOTHING : undefined
  }

  protected override makeCoercion(): Coercion {
    const { kind, nullable } = (this.schema as AnySchema).def
    // Text needs no conversion, so the JSON Schema need not be built.
    const isText = kind === 'string' && nullable !== true
    return isText ? (text) => ({ ok: true, value: text }) : super.makeCoercion()
  }

  get absent(): { readonly value: unknown } | null {
    if (this.#absent === undefined) this.#absent = constantAbsence(this.schema)
    return this.#absent
  }
}

/** A field of another library, read from its JSON Schema; its default may differ between calls. */
class ForeignField extends LazyField implements Field {
  readonly isRequired: boolean
  readonly absent = null

  constructor(key: string, param: string, schema: StandardSchema) {
    super(key, param, schema)
    this.isRequired = !acceptsAbsence(schema)
  }

  get short(): string | undefined {
    return this.#text('short')
  }

  get separator(): string | undefined {
    return this.#text('separator')
  }

  get aliases(): readonly string[] {
    const aliases = this.#fact('aliases')
    return Array.isArray(aliases) ? (aliases as string[]) : NO_ALIASES
  }

  get isSecret(): boolean {
    return this.#fact('secret') === true
  }

  get isHidden(): boolean {
    return this.#fact('hidden') === true
  }

  get isCount(): boolean {
    return this.#fact('count') === true
  }

  get isRelated(): boolean {
    return ['env', 'requires', 'conflicts'].some((name) => this.#fact(name) !== undefined)
  }

  get isSwitch(): boolean {
    return mainType(this.json) === 'boolean' || this.isCount
  }

  get isArray(): boolean {
    return mainType(this.json) === 'array'
  }

  get deprecated(): string | true | undefined {
    const { 'x-deprecated': reason, deprecated } = this.json
    return typeof reason === 'string' ? reason : deprecated === true ? true : undefined
  }

  /** Reads a fact about the option that is no part of its type, such as its short form. */
  #fact(name: string): unknown {
    return this.json[`x-${name}`]
  }

  #text(name: string): string | undefined {
    const text = this.#fact(name)
    return typeof text === 'string' ? text : undefined
  }
}

const NO_ALIASES: readonly string[] = []
const NOTHING = { value: undefined }

/** Creates the problem for a missing value. */
export function missingProblem(field: Field): InputProblem {
  const { param, json } = field
  const description = typeof json['description'] === 'string' ? ` (${json['description']})` : ''
  const noun = param.startsWith('<') ? 'argument' : param.startsWith('-') ? 'option' : 'variable'
  const allowed = choicesOf(json)
  return {
    param,
    code: 'MISSING_ARGUMENT',
    message: `The ${noun} ${param}${description} is required.`,
    ...expectedType(json),
    ...(allowed && { allowed }),
  }
}

/** Creates the problem for an invalid value; the value of a secret is never repeated. */
export function valueProblem(
  field: Field,
  param: string,
  found: {
    readonly code: string
    readonly message: string
    readonly allowed?: readonly JsonValue[]
  },
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

/** Converts the issues of a schema to problems. */
export function issueProblems(
  field: Field,
  issues: readonly StandardIssue[],
  text: string | undefined,
): InputProblem[] {
  return issues.map((issue) => {
    const path = issuePath(issue)
    const facts = issue as { readonly code?: unknown; readonly allowed?: readonly JsonValue[] }
    return valueProblem(
      field,
      field.param,
      {
        code: facts.code === 'INVALID_CHOICE' ? 'INVALID_CHOICE' : 'INVALID_VALUE',
        message: path === '' ? issue.message : `${path}: ${issue.message}`,
        ...(Array.isArray(facts.allowed) && { allowed: facts.allowed }),
      },
      text,
    )
  })
}

/** Shortens and cleans a text from the caller so that an answer can repeat it. */
export function echo(text: string): string {
  const short = text.length > 200 ? `${text.slice(0, 197)}...` : text
  return short.toWellFormed()
}

/** Describes why a text is unusable in files, child processes and JSON; undefined if it is usable. */
export function findUnusableText(text: string): string | undefined {
  // A cheap test first, because nearly all texts are plain ASCII.
  if (/^[\u0020-\u007E]*$/.test(text)) return undefined
  if (text.includes('\0')) return 'expected text without NUL characters'
  return text.isWellFormed()
    ? undefined
    : 'expected text without lone surrogates, which UTF-8 cannot encode'
}

/** Lists the values of an `enum` in a JSON Schema. */
export function choicesOf(json: JsonSchema): readonly JsonValue[] | undefined {
  const { enum: values } = json
  return Array.isArray(values) ? (values as JsonValue[]) : undefined
}

/** Finds the type of a JSON Schema other than null. */
export function mainType(json: JsonSchema): string | undefined {
  const { type } = json
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return (type as string[]).find((name) => name !== 'null')
  const options = (json['anyOf'] ?? json['oneOf']) as readonly JsonSchema[] | undefined
  const types = new Set(options?.map(mainType).filter((name) => name !== 'null'))
  return types.size === 1 ? [...types][0] : undefined
}

function elementSchema(json: JsonSchema): JsonSchema | undefined {
  if (mainType(json) !== 'array') return undefined
  const options = (json['anyOf'] ?? json['oneOf']) as readonly JsonSchema[] | undefined
  const list = options?.find((option) => mainType(option) === 'array') ?? json
  const { items } = list
  return typeof items === 'object' && items !== null ? (items as JsonSchema) : {}
}

function constantAbsence(schema: StandardSchema): { readonly value: unknown } | null {
  const result = schema['~standard'].validate(undefined)
  if ('then' in result || result.issues !== undefined) return null
  return typeof result.value === 'object' && result.value !== null ? null : { value: result.value }
}
