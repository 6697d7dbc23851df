import type { JsonValue } from '../../contract/index.ts'
import type { Capture, EncodedDocument } from '../dialect.ts'
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
  readonly argv?: readonly string[]
  readonly mistake: string | undefined
  readonly #streams: Readonly<Record<'stdout' | 'stderr', OpenStream>>
  #members: { readonly text: string; readonly spans: readonly MemberText[] } | undefined

  constructor({ stdout, stderr, exit_code, argv }: Capture, mistake?: string) {
    if (argv) this.argv = argv
    this.stdout = stdout
    this.stderr = stderr
    this.exit_code = exit_code
    this.mistake = mistake
    this.#streams = { stdout: new OpenStream(stdout), stderr: new OpenStream(stderr) }
  }

  static of(capture: Capture): OpenCapture {
    return capture instanceof OpenCapture ? capture : new OpenCapture(capture)
  }

  /** Makes the capture that a written document would be, without its text: readers look at the values. */
  static ofDocument({ document, stream, exit_code }: EncodedDocument): OpenCapture {
    const capture = new OpenCapture({ stdout: '', stderr: '', exit_code })
    if (document !== undefined) capture.#streams[stream].hold(document)
    return capture
  }

  text(stream: 'stdout' | 'stderr'): StreamText {
    return this.#streams[stream].text
  }

  scan(stream: 'stdout' | 'stderr', visit: Visit, wants: Wants = () => true): ScanReport {
    return this.#streams[stream].scan(visit, wants)
  }

  whole(stream: 'stdout' | 'stderr'): FoundDocument | undefined {
    const { found, text } = this.#streams[stream]
    const only = found.documents.length === 1 ? found.documents[0] : undefined
    return only?.text === text.text || only?.text.trim() === text.text.trim() ? only : undefined
  }

  membersOf(text: string): readonly MemberText[] {
    if (this.#members?.text !== text) this.#members = { text, spans: topMembers(text) }
    return this.#members.spans
  }
}

class OpenStream {
  readonly #source: unknown
  #text: StreamText | undefined
  #found: { documents: readonly FoundDocument[]; report: ScanReport } | undefined

  constructor(source: unknown) {
    this.#source = source
  }

  hold(value: JsonValue): void {
    const text = '{}'
    this.#text = { text, invalidUtf8: false, cutOff: false }
    this.#found = { documents: [{ value, text, start: 0 }], report: { cut: false, broken: false } }
  }

  get text(): StreamText {
    return (this.#text ??= decodeText(this.#source))
  }

  get found() {
    if (this.#found !== undefined) return this.#found
    const { text: source } = this.text
    if (source === '') return (this.#found = NOTHING_FOUND)
    const documents: FoundDocument[] = []
    const report = scanDocuments(
      source,
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

const NO_TEXT: StreamText = { text: '', invalidUtf8: false, cutOff: false }
const NOTHING_FOUND = { documents: [], report: { cut: false, broken: false } }

function decodeText(stream: unknown): StreamText {
  if (stream === '') return NO_TEXT
  const given = typeof stream === 'string' || stream instanceof Uint8Array ? stream : ''
  const cutOff = given.length > MAX_BYTES
  if (typeof given === 'string')
    return { text: cutOff ? given.slice(-MAX_BYTES) : given, invalidUtf8: false, cutOff }
  const bytes = cutOff ? given.subarray(-MAX_BYTES) : given
  try {
    return { text: strict.decode(bytes), invalidUtf8: false, cutOff }
  } catch {
    // Not UTF-8: the lenient decoder below replaces the bad bytes by U+FFFD.
    return { text: lenient.decode(bytes), invalidUtf8: true, cutOff }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
