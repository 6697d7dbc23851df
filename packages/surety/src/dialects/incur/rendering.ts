import { parseJson, isJsonObject } from '../../contract/index.ts'
import { toJsonWithDigits } from '@surety/internal/json/json-digits.ts'
import type { Capture } from '../dialect.ts'
import { readMarkdown } from './markdown-text.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { scanDocuments } from '../json/scan-documents.ts'

type Rendering = 'toon' | 'yaml' | 'md'

/** Reading this much takes up to three seconds, and half a gigabyte of memory for the worst YAML. */
const MAX_LENGTHS: Readonly<Record<Rendering, number>> = {
  md: 8 * 1024 * 1024,
  toon: 2 * 1024 * 1024,
  yaml: 512 * 1024,
}

/** Turns TOON, YAML or Markdown on stdout into JSON. Markdown has no types, so that every leaf is a string. */
export async function toJsonCapture(given: Capture): Promise<Capture> {
  const capture = OpenCapture.of(given)
  const trimmed = capture.text('stdout').text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTHS.md) return given
  if (capture.whole('stdout') !== undefined || hasJson(trimmed)) return given
  const { json = capture.stdout, mistake } = await guess(trimmed)
  if (json === capture.stdout && mistake === undefined) return given
  const { stderr, exit_code } = capture
  return new OpenCapture({ stdout: json, stderr, exit_code }, mistake)
}

/** Tests for JSON, alone or among noise. The length before a list in TOON is no document. */
function hasJson(text: string): boolean {
  if (parseJson(text) !== undefined) return true
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

interface Read {
  readonly json?: string | undefined
  readonly mistake?: string
}

/** Text is TOON if a TOON writer writes it the same, or if it has lengths; YAML takes wrong lengths for names. */
async function guess(text: string): Promise<Read> {
  if (MARKDOWN.test(text)) return { json: (await read(text, 'md')).json }
  const { json: toon, mistake } = await read(text, 'toon')
  const hasLengths = TOON_LENGTH.test(text)
  if (toon !== undefined && (hasLengths || (await isWrittenToon(text, toon)))) return { json: toon }
  const { json: yaml } = await read(text, 'yaml')
  const isBrokenToon = hasLengths && (yaml === undefined || LENGTH_AS_NAME.test(yaml))
  return isBrokenToon ? { mistake: `toon_broken: ${mistake}` } : { json: yaml ?? toon }
}

const TOON_LENGTH = /^ *(?:- )?(?:[\w.]+|"[^\n]*")?\[\d+[|\t]?\](?:\{[^\n]*\})?:/m
/** The end of a member's name in JSON. */
const LENGTH_AS_NAME = /\[ ?\d+(?:\||\\t)? ?\](?:\{[^"]*\})?":/

async function isWrittenToon(text: string, json: string): Promise<boolean> {
  const { writeToon } = await import('@surety/internal/toon-text.ts')
  return (await writeToon(JSON.parse(json))) === text.replaceAll('\r\n', '\n')
}

async function read(text: string, rendering: Rendering): Promise<Read> {
  if (text.length > MAX_LENGTHS[rendering]) return { mistake: 'the text is too long' }
  try {
    const value = await READERS[rendering](text)
    // A value that is nested too deeply, for instance by a heading of a million dots, stays text too.
    if (isJsonObject(value) || Array.isArray(value)) return { json: toJsonWithDigits(value, text) }
    return { mistake: 'there is neither an object nor a list' }
  } catch (cause) {
    // Not this format; the next one is tried, and in the end the text stays text.
    return { mistake: cause instanceof Error ? cause.message.slice(0, 200) : String(cause) }
  }
}

const READERS: Readonly<Record<Rendering, (text: string) => unknown>> = {
  toon: async (text) => (await import('@surety/internal/toon-text.ts')).readToon(text),
  yaml: async (text) => (await import('@surety/internal/yaml-text.ts')).readYaml(text),
  md: readMarkdown,
}
