import {
  fail,
  isJsonObject,
  SIGNAL_EXITS,
  succeed,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
  type SignalExitName,
} from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { synthesisedError, type Draft, liftAdvice } from './outcome-draft.ts'
import { duplicateMembers, topMembers } from '../json/json-extent.ts'
import type { ScanReport, Visit, Wants } from '../json/scan-documents.ts'
import { OpenCapture, type FoundDocument } from './open-capture.ts'
import { restoreStowed } from './restore-stowed.ts'

export const MAX_OTHERS = 32

/** How many problems are reported; hostile input could have any number. */
const MAX_PROBLEMS = 64

const ERROR_NAMES: ReadonlySet<string> = new Set([
  'code',
  'kind',
  'message',
  'retryable',
  'retry_after',
  'retry_after_ms',
  'redirect',
  'exit_code',
  'fix_command',
])

const SIGNALS: ReadonlyMap<number, SignalExitName> = new Map(
  Object.entries(SIGNAL_EXITS).map(([name, { number }]) => [number, name as SignalExitName]),
)
const NONE: ReadonlySet<string> = new Set()
const BRACE = 0x7b

export function signalOfExit(code: number): SignalExitName | undefined {
  return SIGNALS.get(code)
}

export interface Envelope {
  readonly document: JsonObject
  readonly text: string
  readonly stream: 'stdout' | 'stderr'
}

/** Reads one capture and collects its problems and the documents besides the answer. */
export class CaptureReader {
  readonly #capture: OpenCapture
  readonly exitCode: number
  readonly #problems: string[] = []
  #more = 0
  readonly #others: JsonValue[] = []

  constructor(capture: Capture) {
    this.#capture = OpenCapture.of(capture)
    const code: unknown = capture.exit_code
    this.exitCode = typeof code === 'number' && Number.isInteger(code) ? code : 1
    if (this.exitCode !== code)
      this.problem('exit_code_unreadable', 'the exit code is not a whole number')
    const { mistake } = this.#capture
    if (mistake !== undefined) this.#problems.push(mistake)
  }

  get signal(): SignalExitName | undefined {
    return signalOfExit(this.exitCode)
  }

  problem(code: string, text: string): void {
    const problem = `${code}: ${text}`
    if (this.#problems.includes(problem)) return
    if (this.#problems.length === MAX_PROBLEMS) this.#more += 1
    else this.#problems.push(problem)
  }

  keepAside(document: JsonValue, isEnvelope = false): void {
    if (this.#others.length < MAX_OTHERS) this.#others.push(document)
    else if (isEnvelope) this.#others[MAX_OTHERS - 1] = document
  }

  text(stream: 'stdout' | 'stderr'): string {
    const { text, invalidUtf8, cutOff } = this.#capture.text(stream)
    if (invalidUtf8) this.problem('invalid_utf8', `${stream} is not UTF-8 throughout`)
    if (cutOff) this.problem('output_too_long', `only the end of ${stream} was read`)
    return text
  }

  get whole(): FoundDocument | undefined {
    return this.#capture.whole('stdout')
  }

  scan(stream: 'stdout' | 'stderr', visit: Visit, wants?: Wants): ScanReport {
    this.text(stream)
    return this.#capture.scan(stream, visit, wants)
  }

  /** Finds the last document of a shape on a stream; the others are kept aside. */
  lastOf(
    stream: 'stdout' | 'stderr',
    isShape: (document: JsonObject) => boolean,
  ): Envelope | undefined {
    const source = this.text(stream)
    if (source === '') return undefined
    let last: Envelope | undefined
    // An envelope is an object; of other documents only the first ones are kept.
    const wants: Wants = (start) =>
      source.charCodeAt(start) === BRACE || this.#others.length < MAX_OTHERS
    const visit: Visit = (value, text) => {
      if (!isJsonObject(value) || !isShape(value)) return this.keepAside(value)
      if (last) {
        this.problem(
          'several_envelopes',
          `${stream} has more than one envelope; the last one counts`,
        )
        this.keepAside(last.document, true)
      }
      last = { document: value, text, stream }
      return undefined
    }
    const report = this.#capture.scan(stream, visit, wants)
    if (report.broken && !report.cut) {
      this.problem('document_broken', `${stream} has a JSON document that breaks off`)
    }
    if (!report.cut) return last
    this.problem('document_cut', `${stream} ends inside a JSON document`)
    if (last) this.keepAside(last.document, true)
    return undefined
  }

  checkDuplicates(envelope: Envelope, names: readonly string[]): ReadonlySet<string> {
    const { text, document } = envelope
    const { error } = document
    const members = this.#capture.membersOf(text)
    const found = duplicateMembers(text, members, document).filter(({ name }) =>
      names.includes(name),
    )
    if (isJsonObject(error)) {
      const place = members.findLast(({ name }) => name === 'error')
      const source = text.slice(place?.start, place?.end)
      for (const { name, values } of duplicateMembers(source, topMembers(source), error)) {
        if (ERROR_NAMES.has(name)) found.push({ name: `error.${name}`, values })
      }
    }
    if (found.length === 0) return NONE
    const disagreeing = new Set<string>()
    for (const { name, values } of found) {
      this.problem('duplicate_member', `'${name}' appears ${values.length} times`)
      if (values.some((value) => value !== values[0])) disagreeing.add(name)
    }
    return disagreeing
  }

  /** Returns the outcome. If the exit number decides, no stowed member can overrule it. */
  finish(
    draft: Draft,
    stream: 'stdout' | 'stderr' | null,
    stowed?: JsonValue,
    exitDecides = false,
  ): ReadOutcome {
    liftAdvice(draft)
    if (stowed !== undefined) {
      restoreStowed(draft, stowed, exitDecides, (what) => this.problem('stowed_invalid', what))
    }
    const problems = this.#problems
    if (this.#more > 0) problems.push(`more_problems: ${this.#more} more are not listed`)
    const { exit, data, error, warnings, meta } = draft
    const surroundings = {
      warnings,
      // It was made for this outcome, which need not copy it.
      meta: Object.freeze(meta),
      process: { exit_code: this.exitCode, stream },
      diagnostics: { malformed: problems.length > 0, problems, other_documents: this.#others },
    }
    return (
      error ? fail({ exit, data, error, ...surroundings }) : succeed({ data, ...surroundings })
    ) as ReadOutcome
  }

  failClosed(): ReadOutcome {
    this.problem('envelope_missing', 'no document of the dialect was found')
    const error = synthesisedError({
      code: 'GENERAL_ERROR',
      message: 'The command left no readable answer.',
      category: 'GENERAL_ERROR',
      retryable: false,
    })
    return this.finish({ exit: 'GENERAL_ERROR', data: null, error, warnings: [], meta: {} }, null)
  }
}
