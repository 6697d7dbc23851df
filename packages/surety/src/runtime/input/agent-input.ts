import { echo } from '@surety/internal/echo.ts'
import type { Definition } from '../../schema/index.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { Param } from '../line/params.ts'
import type { Checked, Finding } from '../line/values.ts'

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

/**
 * Finds a pattern that language models tend to invent and that no real value of the kind has. A person who types
 * `../x` means the folder above.
 */
export function findSuspiciousPattern(
  kind: unknown,
  text: string,
  isTyped = false,
): string | undefined {
  const isMeant = (name: string) => isTyped && kind === 'path' && name === 'path_traversal'
  return SCREENED.get(kind)?.find(([name, pattern]) => !isMeant(name) && pattern.test(text))?.[0]
}

/** Screens declared resource ids and paths after parsing: escapes must hide nothing. */
export function screenInput(
  params: readonly Param[],
  checked: Pick<Checked, 'args' | 'options'>,
  isTyped = false,
): readonly Finding[] {
  const problems: InputProblem[] = []
  for (const { set, key, spelled, def } of params)
    if (set === 'args' || set === 'options')
      screenValue(def, checked[set][key], spelled, { problems, isTyped }, 0)
  return problems.map((problem) => ({ kind: 'problem', problem }))
}

const MAX_DEPTH = 32

function screenValue(
  def: Definition,
  value: unknown,
  param: string,
  into: { readonly problems: InputProblem[]; readonly isTyped: boolean },
  depth: number,
): void {
  if (value == null || depth > MAX_DEPTH) return
  const screen = (part: Definition, inner: unknown, name = param) =>
    screenValue(part, inner, name, into, depth + 1)
  if (def.kind === 'union') for (const option of def.options) screen(option, value)
  if (def.kind === 'string' && typeof value === 'string') {
    const pattern = findSuspiciousPattern(def.is, value, into.isTyped)
    if (pattern !== undefined) into.problems.push(problemOf(def.is, pattern, value, param))
  } else if (def.kind === 'array' && Array.isArray(value))
    for (const item of value) screen(def.item, item)
  else if (typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      const own = def.kind === 'object' && def.members.find(([known]) => known === name)?.[1]
      const part = def.kind === 'record' ? def.value : own
      if (part) screen(part, member, `${param}.${name}`)
    }
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
