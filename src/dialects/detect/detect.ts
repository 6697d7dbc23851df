import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { BUILT_IN_EVIDENCE } from '../registry/built-in-evidence.ts'
import { DIALECT_IDS, type DialectId } from '../registry/built-in.ts'
import { traitsOf } from '../registry/registry.ts'
import { LastValues } from '../read/bounded-tail.ts'
import { scanDocuments } from '../json/scan-documents.ts'
import { weighAll, type Evidence } from './evidence.ts'
import { saysFailure } from './says-failure.ts'
import { textOf } from '../read/decode-text.ts'

/** A dialect that a capture may be in. */
export interface Candidate {
  readonly dialect: DialectId
  /** From 0 to 1; compare it within one detection only. */
  readonly confidence: number
  readonly evidence: readonly string[]
}

/** What the shape of a capture says about its dialect. */
export interface Detection {
  /** Best first; empty where no dialect matched. */
  readonly candidates: readonly Candidate[]
  /** Whether the first two are too close to call. */
  readonly ambiguous: boolean
}

/** By how much the first candidate has to lead. */
const CLEAR_LEAD = 0.15
const MAX_DOCUMENTS = 64
/** Dialects in which a success is the bare result: any output may be one. */
const WITHOUT_ENVELOPE = DIALECT_IDS.filter((id) => traitsOf(id).hasEnvelope === false)
const BARE_OUTPUT: Evidence = { score: 0.2, reasons: ['exit 0 and output without any envelope'] }

/**
 * Finds the dialects that a capture may be in, by shape and stream. Version strings are ignored, because
 * tools get them wrong. The answer may be that several dialects fit.
 *
 * @example
 * ```ts
 * import { detect } from 'surety/dialects'
 *
 * const stdout = '{"schema":"animus.cli.v1","ok":true,"data":null}'
 * detect({ stdout, stderr: '', exit_code: 0 }).candidates[0]?.dialect // 'animus-1'
 * ```
 */
export function detect(capture: Capture): Detection {
  const { documents: stdout, isCut } = documentsOf(capture.stdout)
  const { documents: stderr } = documentsOf(capture.stderr)
  const failed = capture.exit_code !== 0
  const best = new Map<DialectId, Evidence>()
  const consider = (document: JsonObject, stream: 'stdout' | 'stderr', isLast: boolean): void => {
    const sighting = { document, stream, exit: capture.exit_code }
    for (const [id, evidence] of weighAll(BUILT_IN_EVIDENCE, sighting)) {
      // The last document is the answer; earlier ones are often progress.
      const score = isLast ? evidence.score : evidence.score * 0.8
      const known = best.get(id)
      if (!known || score > known.score) best.set(id, { ...evidence, score })
    }
  }
  for (const [documents, stream] of [
    [stdout, 'stdout'],
    [stderr, 'stderr'],
  ] as const) {
    documents.forEach((document, index) => {
      if (isJsonObject(document)) consider(document, stream, index === documents.length - 1)
    })
  }
  const answer = stdout.findLast(isJsonObject)
  // A document that is cut off may have been a failure.
  const mayHaveFailed = isCut || (answer !== undefined && saysFailure(answer))
  if (!failed && mayHaveFailed) for (const id of WITHOUT_ENVELOPE) best.delete(id)
  else if (!failed && best.size === 0 && hasOutput(capture)) {
    for (const id of WITHOUT_ENVELOPE) best.set(id, BARE_OUTPUT)
  }
  return rank(best)
}

function rank(best: ReadonlyMap<DialectId, Evidence>): Detection {
  const candidates = [...best]
    .filter(([, { score }]) => score > 0)
    .sort(([, a], [, b]) => b.score - a.score || Number(a.yields ?? 0) - Number(b.yields ?? 0))
    .map(([dialect, { score, reasons }]) => ({
      dialect,
      confidence: Math.min(1, Math.round(score * 100) / 100),
      evidence: reasons,
    }))
  const [first, second] = candidates
  const ambiguous =
    first !== undefined &&
    (first.confidence < 0.3 ||
      (second !== undefined && first.confidence - second.confidence < CLEAR_LEAD))
  return { candidates, ambiguous: first === undefined ? true : ambiguous }
}

function documentsOf(stream: unknown): {
  readonly documents: readonly JsonValue[]
  /** Whether the stream ends inside another document. */
  readonly isCut: boolean
} {
  const { text } = textOf(stream)
  const documents = new LastValues<JsonValue>(MAX_DOCUMENTS)
  let endsWithList = false
  const visit = (value: JsonValue): void => {
    documents.push(value)
    endsWithList = false
  }
  // Envelopes are objects. A list matters only if it comes last.
  const { cut: isCut } = scanDocuments(text, visit, (start, _end, isDocument) => {
    const isObject = text.charCodeAt(start) === BRACE
    if (isDocument && !isObject) endsWithList = true
    return isObject
  })
  const list = documents.toArray()
  return { documents: endsWithList ? [...list, []] : list, isCut }
}

const BRACE = 0x7b

function hasOutput({ stdout }: Capture): boolean {
  return textOf(stdout).text.trim() !== ''
}
