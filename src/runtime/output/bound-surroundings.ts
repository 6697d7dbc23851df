import type { JsonValue, Outcome } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import { cutToBytes } from '../result/paging/cut-size.ts'
import { jsonBytes, textBytes, textWithin } from '../result/paging/json-size.ts'

/** Members of meta that tell a caller how to go on; they are small and always stay. */
const NEEDED = new Set(['cursor', 'duration_ms', 'next_offset', 'truncated'])

/** A member of meta below this size is left out without a warning, which would be as long. */
const WORTH_A_WARNING = 512

/**
 * Bounds what surrounds the data, and the data of a failure, to about `limit` bytes. Lists and objects are
 * cut between items and members, texts for people between characters. Adds a warning for each cut.
 */
export function boundSurroundings(outcome: Outcome, limit: number): Outcome {
  const quarter = Math.floor(limit / 4)
  const cuts: string[] = []
  const error = outcome.error && boundError(outcome.error, quarter, cuts)
  const data = outcome.ok ? outcome.data : boundValue(outcome.data, quarter, 'data', cuts)
  const meta = boundMeta(outcome.meta, quarter, cuts)
  const warnings = boundWarnings(outcome.warnings, quarter)
  const isCut = cuts.length > 0
  return {
    ...outcome,
    data,
    error,
    warnings: isCut ? [...warnings, `Cut to fit the limit: ${cuts.join(', ')}.`] : warnings,
    meta: isCut ? { ...meta, truncated: true } : meta,
  } as Outcome
}

/** Members of an error that may be cut; callers branch on the others. */
const CUTTABLE = new Set([
  'message',
  'detail',
  'suggestion',
  'fix_required',
  'operation',
  'target',
  'details',
  'field_errors',
])

function boundError<Error extends object>(error: Error, quarter: number, cuts: string[]): Error {
  const copy: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(error) as [string, JsonValue][]) {
    const room = name === 'details' ? quarter : Math.floor(quarter / 2)
    if (CUTTABLE.has(name)) setMember(copy, name, boundValue(value, room, `error.${name}`, cuts))
    // Half of a command line must not be run.
    else if (name === 'fix_command' && jsonBytes(value) > room) cuts.push(`error.${name}`)
    else setMember(copy, name, value)
  }
  return copy as unknown as Error
}

function boundValue(value: JsonValue, room: number, name: string, cuts: string[]): JsonValue {
  if (jsonBytes(value) <= room) return value
  cuts.push(name)
  return typeof value === 'string' ? shortened(value, room) : cutToBytes(value, room).data
}

function boundMeta(meta: Outcome['meta'], quarter: number, cuts: string[]): Outcome['meta'] {
  let excess = jsonBytes(meta as JsonValue) - quarter
  if (excess <= 0) return meta
  const bySize = (Object.entries(meta) as [string, JsonValue][])
    .filter(([name]) => !NEEDED.has(name))
    .map(([name, value]) => ({ name, bytes: jsonBytes(value) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const dropped = new Set<string>()
  for (const { name, bytes } of bySize) {
    if (excess <= 0) break
    dropped.add(name)
    excess -= bytes + name.length
    if (bytes > WORTH_A_WARNING) cuts.push(`meta.${name}`)
  }
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !dropped.has(name)))
}

function boundWarnings(warnings: readonly string[], quarter: number): readonly string[] {
  const kept: string[] = []
  let bytes = 0
  for (const warning of warnings) {
    bytes += textBytes(warning) + 1
    if (bytes > quarter) break
    kept.push(warning)
  }
  if (kept.length === warnings.length) return warnings
  if (kept.length === 0) kept.push(shortened(warnings[0]!, quarter))
  const left = warnings.length - kept.length
  return left === 0 ? kept : [...kept, `${left} more warnings were left out.`]
}

function shortened(text: string, room: number): string {
  return `${textWithin(text, Math.max(16, room - 3))}…`
}
