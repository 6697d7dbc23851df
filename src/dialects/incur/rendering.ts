import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { readMarkdown } from './markdown-text.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { scanDocuments } from '../json/scan-documents.ts'

/** A format in which incur prints its output besides JSON. */
type Rendering = 'toon' | 'yaml' | 'md'

/**
 * Longer texts are not tried, because output for people is short. Reading this much takes up to three
 * seconds on a slow machine, and half a gigabyte of memory for the worst YAML.
 */
const MAX_LENGTHS: Readonly<Record<Rendering, number>> = {
  md: 8 * 1024 * 1024,
  toon: 2 * 1024 * 1024,
  yaml: 512 * 1024,
}

/**
 * Turns a capture with TOON, YAML or Markdown on stdout into one with JSON; returns any other capture
 * as it is. Markdown has no types: every leaf is a string, except the two booleans of an envelope.
 */
export async function toJsonCapture(given: Capture): Promise<Capture> {
  const capture = OpenCapture.of(given)
  const trimmed = capture.text('stdout').text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTHS.md) return given
  if (capture.whole('stdout') !== undefined || hasJson(trimmed)) return given
  const value = await guess(trimmed)
  const json = value === undefined ? undefined : toJson(value)
  if (json === undefined) return given
  return new OpenCapture({ stdout: json, stderr: capture.stderr, exit_code: capture.exit_code })
}

function toJson(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Too deeply nested, for instance by a heading of a million dots; it stays text.
    return undefined
  }
}

/**
 * Tests for JSON, alone or among noise. A list in TOON starts with its length in brackets, which is not
 * a document, and a section in Markdown can contain anything.
 */
function hasJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Not a single value; there may be documents among other text.
  }
  if (TOON_LIST.test(text) || MARKDOWN.test(text)) return false
  // In these formats no line starts with a bracket: members have names, nested ones are indented.
  const start = /^[[{]/m.exec(text)
  if (start === null) return false
  let found = false
  const report = scanDocuments(text.slice(start.index), () => {
    found = true
  })
  return found || report.cut
}

const TOON_LIST = /^\[\d+[|\t]?\](?:\{[^\n]*\})?:/
const MARKDOWN = /^(?:#{2} |\|)/

/**
 * Reads text in the format that it must be in. Most YAML can be read as TOON too, with other values. A
 * text is TOON if a TOON writer would write it the same, or if it has lengths in brackets.
 */
async function guess(text: string): Promise<JsonValue | undefined> {
  if (MARKDOWN.test(text)) return read(text, 'md')
  const toon = await read(text, 'toon')
  if (toon !== undefined && (TOON_LENGTH.test(text) || (await isWrittenToon(text, toon)))) {
    return toon
  }
  return (await read(text, 'yaml')) ?? toon
}

const TOON_LENGTH = /^ *(?:- )?(?:[\w.]+|"[^\n]*")?\[\d+[|\t]?\](?:\{[^\n]*\})?:/m

async function isWrittenToon(text: string, value: JsonValue): Promise<boolean> {
  const { writeToon } = await import('../../internal/toon-text.ts')
  return (await writeToon(value)) === text.replaceAll('\r\n', '\n')
}

async function read(text: string, rendering: Rendering): Promise<JsonValue | undefined> {
  if (text.length > MAX_LENGTHS[rendering]) return undefined
  try {
    const value = await READERS[rendering](text)
    return isJsonObject(value) || Array.isArray(value) ? (value as JsonValue) : undefined
  } catch {
    // Not this format; the next one is tried, and in the end the text stays text.
    return undefined
  }
}

const READERS: Readonly<Record<Rendering, (text: string) => unknown>> = {
  toon: async (text) => (await import('../../internal/toon-text.ts')).readToon(text),
  yaml: async (text) => (await import('../../internal/yaml-text.ts')).readYaml(text),
  md: readMarkdown,
}
