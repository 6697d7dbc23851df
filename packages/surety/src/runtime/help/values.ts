import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import type { Definition } from '../../schema/index.ts'
import { isCount, isRequired, isSwitch, type Param } from '../line/params.ts'
import { choicesOf, kindOf, spellings } from './parameters.ts'
import { usageOf, type Page, type PageParameter } from './page.ts'

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

/** Turns a help page into data, for callers that ask for a format. */
export function pageData(page: Page): JsonObject {
  const { name, path, summary, danger, deprecated } = page
  const lists = {
    arguments: page.arguments?.map(ofParameter),
    options: page.options?.map(ofParameter),
    global_options: page.globalOptions?.map(ofParameter),
    commands: page.commands?.map(({ name: word, description }) => ({ name: word, description })),
    environment: page.environment,
    examples: page.examples,
    exit_codes: page.exitCodes,
    more: page.footer,
  }
  return {
    command: [name, ...path].join(' '),
    description: summary,
    usage: usageOf(page).join('\n'),
    ...(danger !== undefined && { danger_level: danger }),
    ...(deprecated !== undefined && { deprecated }),
    ...(Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0),
    ) as Record<string, JsonValue>),
  }
}

/** Keeps the facts that say something: no empty list, nothing that is not required. */
function ofParameter(parameter: PageParameter): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([name, fact]) =>
        name !== 'isForAgents' &&
        fact !== undefined &&
        fact !== false &&
        !(Array.isArray(fact) && !fact.length),
    ),
  )
}
