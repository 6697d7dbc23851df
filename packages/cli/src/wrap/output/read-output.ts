import { isJsonObject, parseJson, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { ownMember, setMember } from '@surety/internal/json/json-members.ts'
import { isDeeperThan } from '@surety/internal/json/json-depth.ts'
import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { toParts, type Output, type OutputPart, type Parts } from 'surety/unstable/description'
import { matchPatterns } from '../patterns.ts'

export type Printed = Readonly<Record<'stdout' | 'stderr', string>>

/** Data, what was noticed on the way, or why there is none. */
export type ReadOutput =
  | { readonly ok: true; readonly data: JsonValue; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** Makes data of what a program printed, as its description says; a list that prints nothing has no rows. */
export async function readOutput(
  output: Output,
  printed: Printed,
  isList = false,
): Promise<ReadOutput> {
  const warnings: string[] = []
  try {
    if (!('members' in output)) {
      const data = await read(output)
      const isText = typeof data === 'string' && (output.as === 'text' || output.as === 'auto')
      return { ok: true, data: isText ? { text: data } : data, warnings }
    }
    const data: Record<string, JsonValue> = {}
    for (const [name, part] of Object.entries(output.members))
      setMember(data, name, await read(part))
    return { ok: true, data, warnings }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message }
    throw error
  }
  function read(part: OutputPart): Promise<JsonValue> {
    const { from = 'stdout' } = part
    if (part.as === 'json' && printed[from].trim() === '') {
      if (isList || (part.pick !== undefined && toParts(part.pick).includes('*')))
        return Promise.resolve([])
      throw new Unreadable(`${from} is empty; if that means no rows, describe it with list: true`)
    }
    return readPart(part, printed[from], { from, warnings })
  }
}

class Unreadable extends Error {}

/** A stream, and what was noticed while it was read. */
interface Source {
  readonly from: 'stdout' | 'stderr'
  readonly warnings: string[]
}

async function readPart(part: OutputPart, text: string, source: Source): Promise<JsonValue> {
  const { from, warnings } = source
  switch (part.as) {
    case 'none':
      return null
    case 'text':
      return withoutLastBreak(text)
    case 'auto':
      if (!/^\s*[[{]/.test(text) || !isJson(text)) return withoutLastBreak(text)
      return picked(part, parse(text, from, warnings))
    case 'json':
      return picked(part, parse(from === 'stderr' ? lastObject(text) : text, from, warnings))
    case 'jsonl':
      return linesOf(text)
        .filter((line) => line.trim() !== '')
        .map((line, index) => picked(part, parse(line, `line ${index + 1} of ${from}`, warnings)))
    case 'lines':
      return toRows(part, linesOf(text), source)
    case 'records': {
      const records = text.split('\0')
      // A NUL ends a record, so nothing follows the last one.
      if (records.at(-1)?.trim() === '') records.pop()
      return toRows(part, records, source)
    }
  }
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const MAX_DEPTH = 512

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}

function parse(text: string, where: string, warnings: string[]): JsonValue {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch (error) {
    throw new Unreadable(`${where} is not JSON: ${(error as Error).message}`)
  }
  if (isDeeperThan(MAX_DEPTH, value)) throw new Unreadable(`${where} is nested too deeply`)
  const lost = findInexactness(text, value)
  if (lost)
    warnings.push(
      lost.kind === 'number'
        ? `A number of ${where} has more digits than JSON numbers can hold: ${lost.text.slice(0, 60)}`
        : `An object of ${where} has a member twice; the last one counts`,
    )
  return value
}

/** Finds the JSON among the other lines of a stream: the whole text, or its last line that is an object. */
function lastObject(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('{') && isJson(trimmed)) return trimmed
  return linesOf(trimmed).findLast((line) => line.startsWith('{') && isJson(line)) ?? trimmed
}

function picked({ pick: place }: OutputPart, value: JsonValue): JsonValue {
  return place === undefined ? value : (pick(value, place) ?? null)
}

async function toRows(part: OutputPart, texts: readonly string[], { from, warnings }: Source) {
  const { pattern, fields, separator = '\t', types = {} } = part
  if (fields) {
    return texts.map((text) => {
      const values = text.split(separator)
      // The last field may hold the separator itself.
      const last = values.slice(fields.length - 1).join(separator)
      const row = fields.map((name, index) => [name, values[index]])
      return typed({ ...Object.fromEntries(row), [fields.at(-1)!]: last }, types)
    })
  }
  if (pattern === undefined) return [...texts]
  const [found] = await matchPatterns([{ pattern, texts }])
  if (found === 'too slow' || found === undefined)
    throw new Unreadable(`the pattern for ${from} took too long`)
  const rows = found.flatMap((groups) => {
    if (!groups) return []
    const { 1: _first, ...named } = groups
    return [typed(named, types)]
  })
  const others = found.length - rows.length
  const fault = 'do not match the pattern of the description'
  if (others > 0) warnings.push(`${others} of ${found.length} lines of ${from} ${fault}`)
  return rows
}

function typed(
  row: Readonly<Record<string, string | undefined>>,
  types: NonNullable<OutputPart['types']>,
): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(row))
    setMember(result, name, value === undefined ? null : convert(value, types[name]))
  return result
}

/** What is no number stays the text that it is. */
function convert(value: string, type: string | undefined): JsonValue {
  if (type === 'boolean') return /^(?:true|yes|1|\*)$/i.test(value.trim())
  if (type !== 'integer' && type !== 'number') return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim() === '-' ? null : value
  return type === 'integer' && !Number.isSafeInteger(number) ? value : number
}

/** Reads the JSON that a program printed beside other text; undefined if there is none. */
export function jsonIn(text: string): JsonValue | undefined {
  const value = parseJson(lastObject(text))
  return isJsonObject(value) || Array.isArray(value) ? value : undefined
}

/** Reads the value at a place; `*` is every item, and what has no value there is left out. */
export function pick(value: JsonValue, place: string): JsonValue | undefined {
  return pickParts(value, toParts(place))
}

function pickParts(value: JsonValue, [part, ...rest]: Parts): JsonValue | undefined {
  if (part === undefined) return value
  if (part === '*') {
    if (typeof value !== 'object' || value === null) return undefined
    return Object.values(value).flatMap((item) => {
      const found = pickParts(item, rest)
      return found === undefined ? [] : [found]
    })
  }
  let next: JsonValue | undefined
  if (Array.isArray(value))
    next = /^\d+$/.test(part) ? (value[Number(part)] as JsonValue) : undefined
  else if (isJsonObject(value)) next = ownMember(value, part) as JsonValue | undefined
  return next === undefined ? undefined : pickParts(next, rest)
}
