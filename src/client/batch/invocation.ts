import { createHash } from 'node:crypto'

import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Safety } from '../decide/policy.ts'

/** One call of a batch: a line of NDJSON. */
export interface Invocation {
  readonly argv: readonly string[]
  /** Identifies the call when a batch is resumed; default: its place in the batch. */
  readonly id?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** An id, `auto`, `plain`, or the path of a dialect file. */
  readonly dialect?: string
  readonly safety?: Safety
  readonly timeout_ms?: number
  readonly pages?: number | 'all'
  readonly idempotency_key?: string | true
}

/** A parsed line, or what is wrong with it. */
export type ParsedInvocation =
  | { readonly ok: true; readonly invocation: Invocation }
  | { readonly ok: false; readonly message: string }

/** Parses one line of a batch: an object with `argv`, or a bare list of words. */
export function parseInvocation(line: string): ParsedInvocation {
  let value: unknown
  try {
    // Some editors start a file with a byte order mark.
    value = JSON.parse(line.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message names a position in a line that the caller may not see.
    return { ok: false, message: 'the line is not JSON' }
  }
  if (isWords(value)) return { ok: true, invocation: { argv: value } }
  if (!isJsonObject(value))
    return { ok: false, message: 'the line is neither an object nor a list of words' }
  const problems = Object.entries(value).flatMap(([name, member]) => problemOf(name, member))
  if (value['argv'] === undefined) problems.push("'argv' is missing")
  return problems.length === 0
    ? { ok: true, invocation: value as unknown as Invocation }
    : { ok: false, message: problems.join('; ') }
}

/** Returns the key of a call's progress: its id or place, and its command line. */
export function invocationKey(invocation: Invocation, index: number): string {
  const { id, argv, cwd = null } = invocation
  const words = createHash('sha256')
    .update(JSON.stringify([argv, cwd]))
    .digest('hex')
    .slice(0, 16)
  return `${id ?? `#${index}`}/${words}`
}

const CHECKS: { readonly [name: string]: ((value: JsonValue) => boolean) | undefined } = {
  argv: isWords,
  id: (value) => typeof value === 'string',
  cwd: (value) => typeof value === 'string',
  env: (value) =>
    isJsonObject(value) && Object.values(value).every((member) => typeof member === 'string'),
  dialect: (value) => typeof value === 'string',
  safety: (value) => value === 'unknown' || value === 'safe' || value === 'idempotent',
  timeout_ms: isCount,
  pages: (value) => value === 'all' || isCount(value),
  idempotency_key: (value) => value === true || typeof value === 'string',
}

function problemOf(name: string, value: JsonValue): readonly string[] {
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined
  if (check === undefined) return [`'${name}' is not a member of an invocation`]
  return check(value) ? [] : [`'${name}' does not fit`]
}

function isWords(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value[0] !== '' &&
    value.every((word) => typeof word === 'string' && !word.includes('\0'))
  )
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}
