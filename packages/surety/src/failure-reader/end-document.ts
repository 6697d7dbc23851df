import type { JsonValue } from '../contract/index.ts'

export interface EndDocuments {
  /** One document, or the frames with which the stream ends, the last one last. */
  readonly frames: readonly JsonValue[]
  /** What stands before them. */
  readonly before: string
}

const MAX_FRAMES = 500
/** How many places at the margin are tried. */
const MAX_STARTS = 8

/** Finds the document that ends a text: all of it, lines of JSON, or what begins at the margin after text. */
export function endDocuments(text: string): EndDocuments | undefined {
  const end = text.trimEnd()
  if (!/[\]}]$/.test(end)) return undefined
  const whole = /^\s*[[{]/.test(end) ? parsed(end) : undefined
  if (whole !== undefined) return { frames: [whole], before: '' }
  return lastFrames(end) ?? afterText(end)
}

function lastFrames(end: string): EndDocuments | undefined {
  const frames: JsonValue[] = []
  let start = end.length
  while (start > 0 && frames.length < MAX_FRAMES) {
    const from = end.lastIndexOf('\n', start - 1) + 1
    const line = end.slice(from, start).trimEnd()
    const frame = line.startsWith('{') ? parsed(line) : undefined
    if (line !== '' && frame === undefined) break
    if (frame !== undefined) frames.unshift(frame)
    start = from - 1
  }
  return frames.length === 0 ? undefined : { frames, before: end.slice(0, Math.max(0, start)) }
}

function afterText(end: string): EndDocuments | undefined {
  let start = end.length
  for (let tried = 0; tried < MAX_STARTS; tried += 1) {
    const at = Math.max(end.lastIndexOf('\n{', start - 1), end.lastIndexOf('\n[', start - 1))
    if (at < 0) return undefined
    const found = parsed(end.slice(at + 1))
    if (found !== undefined) return { frames: [found], before: end.slice(0, at) }
    start = at
  }
  return undefined
}

export function parsed(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
