import { inspect } from 'node:util'

import { defect, plainJson } from '../../../contract/index.ts'
import type { CursorState, ParsedInput } from '../../run/parsed-input.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { sortedJson } from './etag.ts'

const VERSION = 2

/** Shows every part of a value that is no JSON: maps, dates, large numbers. */
const ALL = { depth: null, maxArrayLength: null, maxStringLength: null, sorted: true }

/** The length that a position of the backend may lead to; without one a cursor has at most 256 characters. */
const MAX_LENGTH = 4096

/** Writes the query that a cursor is bound to: tool, command, input and fields. */
export function bindingOf(
  run: Run,
  { args, options, flags }: Pick<ParsedInput, 'args' | 'options' | 'flags'>,
): string {
  const given = { args, options, fields: flags['fields'] }
  const plain = plainJson(given)
  const query = plain === undefined ? inspect(given, ALL) : sortedJson(plain)
  return `${run.cli.declaration.name} ${commandName(run)} ${query}`
}

/** Writes an opaque, URL-safe cursor, which another query than `binding` refuses instead of returning wrong pages. */
export function writeCursor(state: CursorState, binding: string): string {
  const { position, skip = 0, path = [], expires } = state
  const body = JSON.stringify([VERSION, position, skip, path, expires ?? null])
  const cursor = `${Buffer.from(body, 'utf8').toString('base64url')}.${checksum(body, binding)}`
  if (cursor.length <= MAX_LENGTH) return cursor
  throw defect(
    'POSITION_TOO_LONG',
    `page() was given a next of ${String(position).length} characters, too long for a cursor`,
  )
}

/** Reads a cursor; never throws, and refuses any text that was not written for this query. */
export function readCursor(text: string, binding: string, now: number = Date.now()) {
  const [payload = '', sum, ...more] = text.length > MAX_LENGTH ? [] : text.split('.')
  if (sum === undefined || more.length > 0 || !/^[A-Za-z0-9_-]+$/.test(payload))
    return refuse(text, 'is malformed')
  const body = Buffer.from(payload, 'base64url').toString('utf8')
  if (Buffer.from(body, 'utf8').toString('base64url') !== payload)
    return refuse(text, 'is malformed')
  if (checksum(body, binding) !== sum)
    return refuse(text, 'was changed or belongs to another query')
  const state = parseBody(body)
  if (state === undefined) return refuse(text, 'comes from another version of the tool')
  if (state.expires !== undefined && now > state.expires) return refuse(text, 'has expired')
  return { ok: true, state } as const
}

function parseBody(body: string): CursorState | undefined {
  // The checksum matched, so only another version can have another shape.
  const [version, position, skip, path, expires] = JSON.parse(body) as [
    number,
    string | number | null,
    number,
    number[],
    number | null,
  ]
  if (version !== VERSION) return undefined
  return {
    position,
    ...(skip > 0 && { skip }),
    ...(path.length > 0 && { path }),
    ...(expires !== null && { expires }),
  }
}

function refuse(text: string, why: string) {
  const problem: InputProblem = {
    param: '--cursor',
    code: 'INVALID_CURSOR',
    message: `The cursor ${why}. Start again without --cursor.`,
    value: text.length > 200 ? `${text.slice(0, 197)}...` : text,
  }
  return { ok: false, problem } as const
}

/** Detects damaged and mixed-up cursors. It is no signature: a forged one leads to nothing that is not listed anyway. */
function checksum(body: string, binding: string): string {
  return sha256(`${binding}\n${body}`).slice(0, 14)
}
