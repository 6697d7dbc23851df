import type { JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { topMembers, type MemberText } from '../json/member-spans.ts'
import { scanDocuments, type ScanReport, type Visit, type Wants } from '../json/scan-documents.ts'

/** The most bytes that are read of a stream. Of a longer one the end is read, where envelopes are. */
export const MAX_BYTES = 256 * 1024 * 1024

/** How many documents of a stream are kept. A stream with more is searched by each reader again. */
const MAX_KEPT = 64

/** A stream as text, and what was wrong with its bytes. */
export interface StreamText {
  readonly text: string
  readonly invalidUtf8: boolean
  readonly cutOff: boolean
}

/** A document with its source text and where that starts. */
export interface FoundDocument {
  readonly value: JsonValue
  readonly text: string
  readonly start: number
}

/** What a process left behind, decoded and searched for documents once, however many readers look at it. */
export class OpenCapture implements Capture {
  readonly stdout: Capture['stdout']
  readonly stderr: Capture['stderr']
  exit_code: number
  readonly #texts = new Map<string, StreamText>()
  readonly #found = new Map<string, ScanReport & { readonly documents: readonly FoundDocument[] }>()

  #members: { readonly text: string; readonly spans: readonly MemberText[] } | undefined

  constructor({ stdout, stderr, exit_code }: Capture) {
    this.stdout = stdout
    this.stderr = stderr
    this.exit_code = exit_code
  }

  /** Opens a capture, unless it is open. */
  static of(capture: Capture): OpenCapture {
    return capture instanceof OpenCapture ? capture : new OpenCapture(capture)
  }

  /** Decodes a stream; never throws. */
  text(stream: 'stdout' | 'stderr'): StreamText {
    const known = this.#texts.get(stream)
    if (known !== undefined) return known
    const decoded = decodeText(this[stream])
    this.#texts.set(stream, decoded)
    return decoded
  }

  /** Visits the documents of a stream that are wanted. */
  scan(stream: 'stdout' | 'stderr', visit: Visit, wants: Wants = ALL): ScanReport {
    const found = this.#find(stream)
    if (found.documents.length > MAX_KEPT)
      return scanDocuments(this.text(stream).text, visit, wants)
    const isOnly = found.documents.length === 1
    for (const { value, text, start } of found.documents) {
      if (isOnly || wants(start, start + text.length, true)) visit(value, text, start)
    }
    return found
  }

  /** The document that is all of a stream; undefined if the stream has others, text, or none. */
  whole(stream: 'stdout' | 'stderr'): FoundDocument | undefined {
    const { documents } = this.#find(stream)
    const [only] = documents
    if (only === undefined || documents.length > 1) return undefined
    const { text } = this.text(stream)
    return only.text.trim().length === text.trim().length ? only : undefined
  }

  /** The positions of a document's members in its source text; empty if it is not an object. */
  membersOf(text: string): readonly MemberText[] {
    if (this.#members?.text !== text) this.#members = { text, spans: topMembers(text) ?? [] }
    return this.#members.spans
  }

  #find(
    stream: 'stdout' | 'stderr',
  ): ScanReport & { readonly documents: readonly FoundDocument[] } {
    const known = this.#found.get(stream)
    if (known !== undefined) return known
    const documents: FoundDocument[] = []
    const report = scanDocuments(
      this.text(stream).text,
      (value, text, start) => documents.push({ value, text, start }),
      () => documents.length <= MAX_KEPT,
    )
    const found = { ...report, documents }
    this.#found.set(stream, found)
    return found
  }
}

const ALL: Wants = () => true

function decodeText(stream: unknown): StreamText {
  const isText = typeof stream === 'string'
  if (!isText && !(stream instanceof Uint8Array)) {
    return { text: '', invalidUtf8: false, cutOff: false }
  }
  const cutOff = stream.length > MAX_BYTES
  if (isText)
    return { text: cutOff ? stream.slice(-MAX_BYTES) : stream, invalidUtf8: false, cutOff }
  const bytes = cutOff ? stream.subarray(-MAX_BYTES) : stream
  try {
    return { text: strict.decode(bytes), invalidUtf8: false, cutOff }
  } catch {
    // Not UTF-8: the lenient decoder below replaces the bad bytes by U+FFFD.
    return { text: lenient.decode(bytes), invalidUtf8: true, cutOff }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
