import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture, Evidence, Weigh } from '../dialect.ts'
import { weigh as weighAnimus } from '../animus/evidence.ts'
import { weighClaw1, weighClaw2 } from '../claw/evidence.ts'
import { weighCompact, weighFull } from '../incur/evidence.ts'
import { traitsOf } from './built-in.ts'
import { loadDialect } from './load-dialect.ts'
import { DIALECT_IDS, type DialectId } from './built-in.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { weighSpec } from '../spec/evidence.ts'
import { weigh as weighTd } from '../td/evidence.ts'

/** How each dialect is recognised. Equal scores keep the order of the registry. */
const WEIGHERS: Readonly<Record<DialectId, Weigh>> = {
  'spec-1.0': weighSpec('1.0'),
  'spec-1.6': weighSpec('1.6'),
  'spec-1.16': weighSpec('1.16'),
  td: weighTd,
  'claw-1.0': weighClaw1,
  'claw-2.0': weighClaw2,
  'animus-1': weighAnimus,
  'incur-compact': weighCompact,
  'incur-full': weighFull,
}

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

const CLEAR_LEAD = 0.15
const MAX_DOCUMENTS = 64

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
export function detect(given: Capture): Detection {
  const capture = OpenCapture.of(given)
  const stdout = documentsOf(capture, 'stdout')
  const stderr = documentsOf(capture, 'stderr')
  const best = new Map<DialectId, Evidence>()
  const consider = (document: JsonObject, stream: 'stdout' | 'stderr', isLast: boolean): void => {
    const has = (...names: readonly string[]) =>
      names.every((name) => Object.hasOwn(document, name))
    for (const id of DIALECT_IDS) {
      const evidence = WEIGHERS[id]({ document, stream, exit: capture.exit_code, has })
      if (evidence === undefined) continue
      // The last document is the answer; earlier ones are often progress.
      const score = isLast ? evidence.score : evidence.score * 0.8
      const known = best.get(id)
      if (!known || score > known.score) best.set(id, { ...evidence, score })
    }
  }
  for (const [stream, documents] of Object.entries({ stdout, stderr })) {
    documents.forEach((document, index) => {
      const isLast = index === documents.length - 1
      if (isJsonObject(document)) consider(document, stream as 'stdout' | 'stderr', isLast)
    })
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
  const lead = (first?.confidence ?? 0) - (second?.confidence ?? -1)
  return { candidates, ambiguous: (first?.confidence ?? 0) < 0.3 || lead < CLEAR_LEAD }
}

function documentsOf(capture: OpenCapture, stream: 'stdout' | 'stderr') {
  const { text } = capture.text(stream)
  const documents: JsonValue[] = []
  let endsWithList = false
  const visit = (value: JsonValue): void => {
    documents.push(value)
    if (documents.length > MAX_DOCUMENTS) documents.shift()
    endsWithList = false
  }
  // Envelopes are objects. A list matters only if it comes last.
  capture.scan(stream, visit, (start) => {
    const isObject = text.charCodeAt(start) === BRACE
    if (!isObject) endsWithList = true
    return isObject
  })
  return endsWithList ? [...documents, []] : documents
}

const BRACE = 0x7b

/** A clear candidate in JSON is not questioned. */
const CLEAR = 0.3

/** The first member of an error or an envelope in TOON or YAML, or what Markdown starts with. */
const RENDERED =
  /^(?:code: \S|(?:ok|success): (?:true|false)\s*$|errors?(?:\[\d+\]\S*)?:|status: \S|## (?:code|ok|errors?\b.*)\s*$|\| )/m

/** Finds the dialects that a capture may be in, also in TOON, YAML and Markdown, which are loaded only then. */
export async function detectRendered(given: Capture): Promise<Detection> {
  const capture = OpenCapture.of(given)
  const found = detect(capture)
  const best = found.candidates[0]?.confidence ?? 0
  if (best >= CLEAR || !RENDERED.test(capture.text('stdout').text)) return found
  for (const id of PRINTED_IN_FORMATS) {
    const dialect = await loadDialect(id)
    const readable = await dialect.toJson?.(capture)
    if (readable === undefined || readable === capture) continue
    const { candidates, ambiguous } = detect(readable)
    const own = candidates.filter((candidate) => PRINTED_IN_FORMATS.has(candidate.dialect))
    if ((own[0]?.confidence ?? 0) > best) return { candidates: own, ambiguous }
  }
  return found
}

/** Gives the dialect that a capture is taken to be in where nobody names one: by something that only it has. */
export async function likelyDialect(given: Capture): Promise<DialectId | undefined> {
  const [best] = (await detectRendered(given)).candidates
  return best !== undefined && best.confidence >= LIKELY ? best.dialect : undefined
}

/** From here on the members are those of one dialect; below they are what many documents have. */
export const LIKELY = 0.5

/** Dialects without an envelope, and with one around the same output, are printed in several formats. */
const PRINTED_IN_FORMATS: ReadonlySet<DialectId> = new Set(
  DIALECT_IDS.flatMap((id) => {
    const { hasEnvelope, fullVariant } = traitsOf(id)
    return hasEnvelope === false
      ? [id, ...DIALECT_IDS.filter((other) => other === fullVariant)]
      : []
  }),
)
