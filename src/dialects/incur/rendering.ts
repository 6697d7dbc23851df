import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { readMarkdown } from './markdown-text.ts'
import { scanDocuments } from '../json/scan-documents.ts'
import { textOf } from '../read/decode-text.ts'

/** A way in which incur renders its output besides JSON. */
export type Rendering = 'toon' | 'yaml' | 'md'

/**
 * Longer texts are not tried: what is rendered for people is short. The readers take this long and
 * no longer: about three seconds on a slow machine, and half a gigabyte for the worst YAML.
 */
const MAX_LENGTHS: Readonly<Record<Rendering, number>> = {
  md: 8 * 1024 * 1024,
  toon: 2 * 1024 * 1024,
  yaml: 512 * 1024,
}

/**
 * Turns a capture whose stdout is rendered as TOON, YAML or Markdown into one with JSON; any other
 * capture comes back as it is. Markdown has lost the types: every leaf is text, except the two that an
 * envelope needs as booleans.
 */
export async function toJsonCapture(capture: Capture, rendering?: Rendering): Promise<Capture> {
  const { text } = textOf(capture.stdout)
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTHS.md || hasJson(trimmed)) return capture
  const value = await (rendering ? read(trimmed, rendering) : guess(trimmed))
  const json = value === undefined ? undefined : toJson(value)
  return json === undefined ? capture : { ...capture, stdout: json }
}

function toJson(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // A heading of a million dots nests deeper than anybody writes; the text stays text.
    return undefined
  }
}

/**
 * Tests for JSON, alone or among noise. A list in TOON begins with its length in brackets, which is
 * no document; in Markdown anything can stand in a section.
 */
function hasJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Not one value; there may be documents among other text.
  }
  if (TOON_LIST.test(text) || MARKDOWN.test(text)) return false
  // In a rendering no line begins with a bracket: members are named, nested ones are indented.
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
 * Reads text by the rendering that it must be. Most YAML can be read as TOON too, with other values:
 * TOON is what a writer of TOON would have written the same, or what has its lengths in brackets.
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
    // Not this rendering; the next one is tried, and in the end the text stays text.
    return undefined
  }
}

const READERS: Readonly<Record<Rendering, (text: string) => unknown>> = {
  toon: async (text) => (await import('../../internal/toon-text.ts')).readToon(text),
  yaml: async (text) => (await import('../../internal/yaml-text.ts')).readYaml(text),
  md: readMarkdown,
}
