import { given } from '@surety/internal/given.ts'
import type { Definition } from '../../schema/index.ts'
import { readyFor, isCount, isRequired, isSwitch, paramsOf, type Param } from '../line/params.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { PageParameter } from './page.ts'

/** Lists the parameters of a shape but hidden ones. */
export function shownParams(set: Param['set'], shape: Shape | undefined): readonly Param[] {
  return paramsOf(set, shape).filter(({ def }) => !def.hidden)
}

/** Describes the options of a shape. */
export async function shownOptions(
  set: Param['set'],
  shape: Shape | undefined,
): Promise<readonly PageParameter[]> {
  await readyFor(shape)
  return shownParams(set, shape).map((each) => shownParameter(each, []))
}

/** Describes a parameter for people: an argument, or with notes an option. */
export function shownParameter(
  parameter: Pick<Param, 'name' | 'def'>,
  notes?: readonly string[],
): PageParameter {
  const { name, def } = parameter
  const required = isRequired(parameter)
  const isList = def.kind === 'array'
  const usual = isCount(def) ? undefined : def.default
  const facts = {
    description: def.description,
    choices: choicesOf(isList ? def.item : def)?.map(String),
    deprecated: def.deprecated === true ? 'do not use it' : def.deprecated,
    default: saysSomething(usual) ? defaultText(usual) : undefined,
  }
  if (!notes) return given({ name, ...facts, required, variadic: isList })
  return given({
    // A switch that is on is of use only where it can be turned off.
    flags: [...spellings(parameter), ...(def.default === true ? [`--no-${name}`] : [])],
    value: isSwitch(parameter) ? undefined : placeholderOf(def),
    ...facts,
    env: def.env === undefined ? undefined : [def.env].flat().join(' or '),
    group: def.group,
    notes,
    required,
    repeatable: isList || isCount(def),
  })
}

/** Tests for a value that is worth showing: not false, and not empty. */
function saysSomething(value: unknown): boolean {
  if (value == null || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

function defaultText(value: unknown): string {
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  if (isPlainList) return value.join(', ')
  const written = (_name: string, each: unknown) => (typeof each === 'bigint' ? String(each) : each)
  return typeof value === 'string' || typeof value === 'bigint'
    ? `${value}`
    : JSON.stringify(value, written)
}

/** What a person types for a value, by its kind or else its type. */
function placeholderOf(def: Definition): string {
  if (def.kind === 'array')
    return def.separator === undefined ? 'value' : `value${def.separator}...`
  const { is, format }: { readonly is?: string; readonly format?: string } = def as object
  return PLACEHOLDERS[is ?? format ?? ''] ?? PLACEHOLDERS[kindOf(def)] ?? 'text'
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  duration: 'duration',
  uri: 'url',
  json: 'json',
  bigint: 'n',
  path: 'path',
  number: 'n',
  object: 'json',
  record: 'json',
  bytes: 'json',
}

/** The kind of a value; of alternatives that of all of them. */
export function kindOf(def: Definition): string {
  if (def.kind === 'literal') return typeof def.value
  if (def.kind !== 'union') return def.kind
  const kinds = new Set(def.options.map(kindOf))
  return kinds.size === 1 ? [...kinds][0]! : 'unknown'
}

/** Lists the values that can be chosen from. */
export function choicesOf(def: Definition): readonly (string | number | boolean)[] | undefined {
  if (def.kind === 'enum') return def.values
  if (def.kind === 'literal') return def.value === null ? undefined : [def.value]
  const lists = def.kind === 'union' ? def.options.map(choicesOf) : [undefined]
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}

/** Lists how an option can be written, the short name first. */
export function spellings({ name, def }: Pick<Param, 'name' | 'def'>): string[] {
  const { short, aliases = [] } = def
  return [
    ...(short === undefined ? [] : [`-${short}`]),
    ...[name, ...aliases].map((each) => `--${each}`),
  ]
}
