import type { RecordedBytes } from '../../packages/check/src/conformance/report/report.ts'

/** A piece of output: text as it is, or something that has no glyph, with the name of it. */
export interface Piece {
  readonly text: string
  /** Null for plain text. */
  readonly name: string | null
}

/** Gives the recorded bytes. */
export function toBytes({ text, base64 }: RecordedBytes): Uint8Array<ArrayBuffer> {
  if (base64 === null) return new TextEncoder().encode(text)
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** Splits output so that every control character and every byte that is no UTF-8 becomes visible. */
export function toPieces(recorded: RecordedBytes): readonly Piece[] {
  if (recorded.base64 === null) return textPieces(recorded.text)
  return splitUtf8(toBytes(recorded)).flatMap((part) =>
    typeof part === 'string'
      ? textPieces(part)
      : [{ text: `\\x${hex(part)}`, name: `byte ${hex(part)}, not UTF-8` }],
  )
}

/** Characters without a glyph, or that move what stands around them. */
const ACTIVE = /(?![\n\t])[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

function textPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { index, 0: char } of text.matchAll(ACTIVE)) {
    if (index > end) pieces.push({ text: text.slice(end, index), name: null })
    pieces.push(activePiece(char))
    end = index + char.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), name: null })
  return pieces
}

function activePiece(char: string): Piece {
  const code = char.codePointAt(0)!
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  // Signs of Unicode for control characters are missing in many fonts.
  if (char === '\r') return { text: '\\r', name }
  return {
    text: code < 0x80 ? `\\x${hex(code)}` : `\\u${code.toString(16).padStart(4, '0')}`,
    name,
  }
}

/** Splits bytes into valid text and single bytes that are none. */
function splitUtf8(bytes: Uint8Array): readonly (string | number)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const parts: (string | number)[] = []
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    try {
      text += decoder.decode(bytes.subarray(at, at + length))
      at += length
    } catch {
      if (text !== '') parts.push(text)
      text = ''
      parts.push(lead)
      at += 1
    }
  }
  return text === '' ? parts : [...parts, text]
}

/** One line of a hex view: offset, sixteen bytes, the same as ASCII. */
export function toHexLines(bytes: Uint8Array, count: number): readonly string[] {
  return Array.from({ length: Math.min(count, Math.ceil(bytes.length / 16)) }, (_, line) => {
    const row = [...bytes.subarray(line * 16, line * 16 + 16)]
    const offset = (line * 16).toString(16).padStart(8, '0')
    const codes = row.map(hex).join(' ').padEnd(47)
    const ascii = row.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCodePoint(byte) : '.'))
    return `${offset}  ${codes}  ${ascii.join('')}`
  })
}

/** Lays out output that is one JSON document; undefined if it is none. */
export function toFormatted({ text, base64 }: RecordedBytes): string | undefined {
  // The indentation of a deep document is far longer than the document.
  if (base64 !== null || !/^\s*[[{]/.test(text) || /[[{]\s*(?:(?:"[^"]*":)?[[{]\s*){99}/.test(text))
    return undefined
  try {
    const formatted = JSON.stringify(JSON.parse(text), null, 2)
    return formatted === text.trim() ? undefined : formatted
  } catch {
    // Not a document, or several: the text is all there is to show.
    return undefined
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
