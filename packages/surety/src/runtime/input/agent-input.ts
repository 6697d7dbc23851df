import { inputJsonSchema, type JsonSchema } from '../../schema/index.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import { flagName } from '../declare/flag-name.ts'
import { echo } from '@surety/internal/echo.ts'
import { alternatives, isSchema } from './argv/field.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { GivenValues } from '../run/parsed-input.ts'
import type { Shape } from '../declare/standard-schema.ts'

type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

/** The names are part of the answer, so they never change. */
const PATH: Patterns = [
  ['control_character', /\p{Cc}/u],
  ['path_traversal', /(^|[/\\])\.\.([/\\]|$)|\.\.%(2f|5c)|%2e%2e|%2e\.|\.%2e/i],
  ['double_encoding', /%25[0-9a-f]{2}/i],
  ['percent_encoded_metacharacter', /%(00|0a|0d|24|26|28|29|3b|3c|3e|60|7c)/i],
]
const RESOURCE_ID: Patterns = [
  ...PATH,
  // Two ids that look the same must not differ.
  ['control_character', /[\p{Cf}\p{Zl}\p{Zp}]/u],
  // In a resource id, `../` is suspicious anywhere, not only as a whole path segment.
  ['path_traversal', /\.\.[/\\]/],
  ['percent_encoded_separator', /%(2e|2f|5c|40)/i],
  ['query_or_fragment', /[?&#]/],
]

const SCREENED: ReadonlyMap<unknown, Patterns> = new Map([
  ['path', PATH],
  ['resource-id', RESOURCE_ID],
])

/** Finds a pattern that language models tend to invent and that no real value of the kind has. */
export function findSuspiciousPattern(kind: unknown, text: string): string | undefined {
  return SCREENED.get(kind)?.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Screens declared resource ids and paths after parsing: escapes must hide nothing. */
export function screenInput(declaration: CommandDeclaration, input: GivenValues): InputProblem[] {
  const { args = {}, options = {} } = declaration
  return [
    ...screenShape(args, input.args, (key) => `<${flagName(key)}>`),
    ...screenShape(options, input.options, (key) => `--${flagName(key)}`),
  ]
}

function screenShape(shape: Shape, values: GivenValues['args'], spell: (key: string) => string) {
  const problems: InputProblem[] = []
  for (const [key, schema] of Object.entries(shape))
    screenValue(inputJsonSchema(schema), values[key], spell(key), problems, 0)
  return problems
}

const MAX_DEPTH = 32

function screenValue(
  json: JsonSchema,
  value: unknown,
  param: string,
  problems: InputProblem[],
  depth: number,
): void {
  if (value == null || depth > MAX_DEPTH) return
  for (const option of alternatives(json)) screenValue(option, value, param, problems, depth + 1)
  if (typeof value === 'string') {
    const pattern = findSuspiciousPattern(json['x-kind'], value)
    if (pattern !== undefined) problems.push(problemOf(json['x-kind'], pattern, value, param))
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

function problemOf(kind: unknown, pattern: string, value: string, param: string): InputProblem {
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
