import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { isCommonExit } from '../../declare/exit-declarations.ts'
import { toExitModel } from './from-declaration.ts'

/** Members of the whole answer that repeat others, or that every command of the tool has. */
const REPEATED = ['tool', 'parameters', 'input_schema', 'output_formats']

/**
 * Reduces the answer of `--schema` to what is particular to the command: one form of its input, its own
 * exits, and no member that says nothing. `shared` are the flags of every command.
 */
export function leanSchema(
  whole: JsonObject,
  shared: ReadonlySet<string>,
  defaultTimeoutMs: number,
): JsonObject {
  const { flags, exit_codes: exits, timeout_ms: timeout, ...rest } = whole
  return {
    ...keep(rest, (member, value) => !REPEATED.includes(member) && saysSomething(value)),
    ...(timeout !== defaultTimeoutMs && timeout !== undefined && { timeout_ms: timeout }),
    flags: keep(flags as JsonObject, (name) => !shared.has(name)),
    exit_codes: keep(exits as JsonObject, (_number, exit) => !isCommon(exit)),
  }
}

function keep(
  members: JsonObject,
  isKept: (name: string, value: JsonValue) => boolean,
): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => isKept(name, value)))
}

function saysSomething(value: JsonValue): boolean {
  if (value === false) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

/** Tests for an exit of every command in the words of the contract; an author's own words are kept. */
function isCommon(entry: JsonValue): boolean {
  if (!isJsonObject(entry)) return false
  const { name, description } = entry
  if (typeof name !== 'string' || !isCommonExit(name)) return false
  const usual = toExitModel({ name, description: '', retryable: false, side_effects: 'none' })
  return description === usual.description
}
