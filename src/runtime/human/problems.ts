import {
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import { oneLine } from '../../internal/visible-text.ts'
import { summaryOf } from './terminal/cell.ts'
import type { Screen } from './terminal/screen.ts'

/** One wrong input: its place, the problem, and the allowed or suggested values. */
export interface ProblemText {
  readonly where: string
  readonly what: string
  /** The allowed values; empty if there are too many to read. */
  readonly allowed: string
  readonly suggestion: string
}

/** The most allowed values that are shown. */
const MAX_ALLOWED = 12

/** Collects the wrong inputs of a failure, which stand where its dialect has room for them. */
export function problemsOf({ error, meta }: FailureOutcome, screen: Screen): ProblemText[] {
  const listed = error.field_errors ?? meta['errors'] ?? error.details?.['errors']
  const list = Array.isArray(listed) ? (listed as readonly JsonValue[]) : []
  return list.filter(isJsonObject).map((problem) => problemOf(problem, screen))
}

/** Cuts a message that repeats every problem before the first of them. */
export function messageWithout(message: string, problems: readonly ProblemText[]): string {
  if (problems.length < 2 || !problems.every(({ what }) => message.includes(what))) return message
  const first = Math.min(...problems.map(({ what }) => message.indexOf(what)))
  const before = message.slice(0, first).split(': ')[0]!.trim().replace(/:$/, '')
  return before === '' ? message : before
}

function problemOf(problem: JsonObject, screen: Screen): ProblemText {
  const place =
    problem['param'] ??
    problem['path'] ??
    problem['field'] ??
    problem['parameter'] ??
    problem['name']
  const where = Array.isArray(place) ? place.map(String).join('.') : textOf(place, screen)
  const message = textOf(problem['message'] ?? problem['code'] ?? problem, screen)
  const allowed = problem['allowed']
  const isShort = Array.isArray(allowed) && allowed.length <= MAX_ALLOWED
  const prefix = `${where}: `
  return {
    where: oneLine(where),
    what: message.startsWith(prefix) && where !== '' ? message.slice(prefix.length) : message,
    allowed: isShort ? summaryOf(allowed, screen) : '',
    suggestion: textOf(problem['suggestion'], screen),
  }
}

function textOf(value: JsonValue | undefined, screen: Screen): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : summaryOf(value, screen)
}
