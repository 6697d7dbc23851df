import type { JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { topMembers, type MemberText } from '../json/json-extent.ts'
import { scanDocuments, type ScanReport, type Visit, type Wants } from '../json/scan-documents.ts'

/** The most bytes that are read of a stream. Of a longer one the end is read, where envelopes are. */
export const MAX_BYTES = 256 * 1024 * 1024

/** How many documents of a stream are kept. A stream with more is searched by each reader again. */
const MAX_KEPT = 64

export interface StreamText {
  readonly text: string
  readonly invalidUtf8: boolean
  readonly cutOff: boolean
}

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
  readonly mistake: string | undefined
  readonly #stdout: OpenStream
  readonly #stderr: OpenStream
  #members: { readonly text: string; readonly spans: readonly MemberText[] } | undefined

  constructor({ stdout, stderr, exit_code }: Capture, mistake?: string) {
    this.stdout = stdout
    this.stderr = stderr
    this.exit_code = exit_code
    this.mistake = mistake
    this.#stdout = new OpenStream(stdout)
    this.#stderr = new OpenStream(stderr)
  }

  static of(capture: Capture): OpenCapture {
    return capture instanceof OpenCapture ? capture : new OpenCapture(capture)
  }

  text(stream: 'stdout' | 'stderr'): StreamText {
    return this.#of(stream).text
  }

  scan(stream: 'stdout' | 'stderr', visit: Visit, wants: Wants = ALL): ScanReport {
    return this.#of(stream).scan(visit, wants)
  }

  whole(stream: 'stdout' | 'stderr'): FoundDocument | undefined {
    const { found, text } = this.#of(stream)
    const only = found.documents.length === 1 ? found.documents[0] : undefined
    return only?.text === text.text || only?.text.trim() === text.text.trim() ? only : undefined
  }

  membersOf(text: string): readonly MemberText[] {
    if (this.#members?.text !== text) this.#members = { text, spans: topMembers(text) }
    return this.#members.spans
  }

  #of(stream: 'stdout' | 'stderr'): OpenStream {
    return stream === 'stdout' ? this.#stdout : this.#stderr
  }
}

interface Found {
  readonly documents: readonly FoundDocument[]
  readonly report: ScanReport
}

class OpenStream {
  readonly #source: unknown
  #text: StreamText | undefined
  #found: Found | undefined

  constructor(source: unknown) {
    this.#source = source
  }

  get text(): StreamText {
    return (this.#text ??= decodeText(this.#source))
  }

  get found(): Found {
    if (this.#found !== undefined) return this.#found
    const documents: FoundDocument[] = []
    const report = scanDocuments(
      this.text.text,
      (value, text, start) => documents.push({ value, text, start }),
      () => documents.length <= MAX_KEPT,
    )
    return (this.#found = { documents, report })
  }

  scan(visit: Visit, wants: Wants): ScanReport {
    const { documents, report } = this.found
    if (documents.length > MAX_KEPT) return scanDocuments(this.text.text, visit, wants)
    const isOnly = documents.length === 1
    for (const { value, text, start } of documents) {
      if (isOnly || wants(start, start + text.length)) visit(value, text, start)
    }
    return report
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
