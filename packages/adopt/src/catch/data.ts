import { isUtf8 } from 'node:buffer'
import { stripVTControlCharacters } from 'node:util'

import type { JsonObject, JsonValue } from 'surety/unstable/contract'
import type { Sink } from './sink.ts'

/** Turns what a program printed into data; null if it printed nothing. */
export function printedData(sink: Sink): JsonValue | null {
  if (sink.size === 0) return null
  if (sink.isLarge) return { bytes: sink.size, file: sink.keep() }
  return toData(sink.read())
}

/** JSON as it is, lines of JSON as a list, text, and all else as bytes. */
export function toData(bytes: Buffer): JsonValue | null {
  if (!isUtf8(bytes) || bytes.includes(0))
    return { bytes: bytes.length, base64: bytes.toString('base64') }
  const text = bytes.toString().replace(/^\uFEFF/, '')
  if (text.trim() === '') return null
  const whole = parseContainer(text)
  if (whole !== undefined) return whole
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.length > 1 ? parseAll(lines) : null
  return values ?? { value: stripVTControlCharacters(text).replace(/\r?\n$/, '') }
}

function parseAll(lines: readonly string[]): JsonValue[] | null {
  const values: JsonValue[] = []
  for (const line of lines) {
    const value = parseContainer(line)
    if (value === undefined) return null
    values.push(value)
  }
  return values
}

/** Reads an object or a list; a number or a word stays text, since `1.10` is more often a version. */
export function parseContainer(text: string): JsonObject | JsonValue[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}

/** What was printed, as text. */
export function textOf(data: unknown): string {
  const { value } = (data ?? {}) as { readonly value?: unknown }
  return typeof value === 'string' ? value : JSON.stringify(data ?? '')
}
