import { inputJsonSchema, type JsonSchema } from '../../schema/index.ts'
import type { CommandDeclaration } from '../declare/command-declaration.ts'
import { flagName } from '../declare/framework-flags.ts'
import { alternatives, echo, isSchema, partsOf } from './argv/field.ts'
import { screenForChildren, type GivenValues } from './child-input.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Shape } from '../declare/standard-schema.ts'

export type ScreenedKind = 'resource-id' | 'path'

/** The names of the patterns; part of the answer, so they never change. */
export type SuspiciousPattern =
  | 'control_character'
  | 'path_traversal'
  | 'double_encoding'
  | 'percent_encoded_metacharacter'
  | 'percent_encoded_separator'
  | 'query_or_fragment'

const PATH: readonly (readonly [SuspiciousPattern, RegExp])[] = [
  ['control_character', /\p{Cc}/u],
  ['path_traversal', /(^|[/\\])\.\.([/\\]|$)|\.\.%(2f|5c)|%2e%2e|%2e\.|\.%2e/i],
  ['double_encoding', /%25[0-9a-f]{2}/i],
  ['percent_encoded_metacharacter', /%(00|0a|0d|24|26|28|29|3b|3c|3e|60|7c)/i],
]
const RESOURCE_ID: readonly (readonly [SuspiciousPattern, RegExp])[] = [
  ...PATH,
  // Two ids that look the same must not differ.
  ['control_character', /[\p{Cf}\p{Zl}\p{Zp}]/u],
  // In a resource id, `../` is suspicious anywhere, not only as a whole path segment.
  ['path_traversal', /\.\.[/\\]/],
  ['percent_encoded_separator', /%(2e|2f|5c|40)/i],
  ['query_or_fragment', /[?&#]/],
]

/** Finds a pattern that language models tend to invent and that no real identifier or path has. */
export function findSuspiciousPattern(
  kind: ScreenedKind,
  text: string,
): SuspiciousPattern | undefined {
  const patterns = kind === 'path' ? PATH : RESOURCE_ID
  return patterns.find(([, pattern]) => pattern.test(text))?.[0]
}

export type InputScreen = (input: GivenValues) => InputProblem[]

export function compileInputScreen(declaration: CommandDeclaration): InputScreen {
  const args = compileScreen(declaration.args ?? {}, (key) => `<${flagName(key)}>`)
  const options = compileScreen(declaration.options ?? {}, (key) => `--${flagName(key)}`)
  return (input) => [
    ...args(input.args),
    ...options(input.options),
    ...(declaration.children ? screenForChildren(declaration, input) : []),
  ]
}

export type Screen = (values: Readonly<Record<string, unknown>>) => InputProblem[]

/**
 * Compiles the screening of a shape's values. Only values declared as resource ids or paths are
 * screened, also inside objects and lists. Screening comes after parsing, so that escapes in JSON
 * input cannot hide a pattern.
 */
export function compileScreen(shape: Shape, spell: (key: string) => string): Screen {
  const screened = Object.entries(shape).flatMap(([key, schema]) => {
    const json = inputJsonSchema(schema)
    return mentionsKind(json, 0) ? [{ key, json, param: spell(key) }] : []
  })
  return (values) => {
    const problems: InputProblem[] = []
    for (const { key, json, param } of screened) screenValue(json, values[key], param, problems, 0)
    return problems
  }
}

const MAX_DEPTH = 32

function kindOf(json: JsonSchema): ScreenedKind | undefined {
  const kind = json['x-kind']
  return kind === 'resource-id' || kind === 'path' ? kind : undefined
}

function mentionsKind(json: JsonSchema, depth: number): boolean {
  if (kindOf(json) !== undefined) return true
  return depth < MAX_DEPTH && partsOf(json).some(([, part]) => mentionsKind(part, depth + 1))
}

function screenValue(
  json: JsonSchema,
  value: unknown,
  param: string,
  problems: InputProblem[],
  depth: number,
): void {
  if (value === undefined || value === null || depth > MAX_DEPTH) return
  for (const option of alternatives(json)) screenValue(option, value, param, problems, depth + 1)
  if (typeof value === 'string') {
    const kind = kindOf(json)
    const pattern = kind === undefined ? undefined : findSuspiciousPattern(kind, value)
    if (kind !== undefined && pattern !== undefined)
      problems.push(problemOf(kind, pattern, value, param))
  } else if (Array.isArray(value)) {
    const { items } = json
    if (isSchema(items))
      for (const item of value) screenValue(items, item, param, problems, depth + 1)
  } else if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      const part = memberSchema(json, name)
      if (part !== undefined) screenValue(part, member, `${param}.${name}`, problems, depth + 1)
    }
  }
}

function memberSchema(json: JsonSchema, name: string): JsonSchema | undefined {
  const { properties, additionalProperties } = json
  const own =
    isSchema(properties) && Object.hasOwn(properties, name)
      ? properties[name]
      : additionalProperties
  return isSchema(own) ? own : undefined
}

function problemOf(
  kind: ScreenedKind,
  pattern: SuspiciousPattern,
  value: string,
  param: string,
): InputProblem {
  const noun = kind === 'path' ? 'a path' : 'a resource id'
  return {
    param,
    code: 'INVALID_AGENT_INPUT',
    message: `${param}: ${JSON.stringify(echo(value))} contains the pattern ${pattern}, which ${noun} must not contain.`,
    value: echo(value),
    input_value: echo(value),
    rejected_pattern: pattern,
  }
}
