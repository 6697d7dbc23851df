import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture, Evidence, Weigh } from '../dialect.ts'
import { weigh as weighAnimus } from '../animus/evidence.ts'
import { weighClaw1, weighClaw2 } from '../claw/evidence.ts'
import { weighCompact, weighFull } from '../incur/evidence.ts'
import { traitsOf } from './registry.ts'
import { loadDialect } from './load-dialect.ts'
import { DIALECT_IDS, type DialectId } from './built-in.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { whatAllSays } from '../read/contradiction.ts'
import { saidFailure } from '../read/read-members.ts'
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
export function detect(given: Capture): Detection {
  const capture = OpenCapture.of(given)
  const { documents: stdout, isCut } = documentsOf(capture, 'stdout')
  const { documents: stderr } = documentsOf(capture, 'stderr')
  const failed = capture.exit_code !== 0
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
  const answer = stdout.findLast(isJsonObject)
  // With exit 0 only a dialect without an envelope would read these as a success, which is no guess to make.
  const mayHaveFailed = isCut || (saidFailure(answer) ?? whatAllSays(capture)) !== undefined
  if (!failed && mayHaveFailed) for (const id of WITHOUT_ENVELOPE) best.delete(id)
  else if (!failed && best.size === 0 && capture.text('stdout').text.trim() !== '') {
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
  const { cut: isCut } = capture.scan(stream, visit, (start) => {
    const isObject = text.charCodeAt(start) === BRACE
    if (!isObject) endsWithList = true
    return isObject
  })
  return { documents: endsWithList ? [...documents, []] : documents, isCut }
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
    // What calls itself a failure is not taken for a bare result in any format.
    if (capture.exit_code === 0 && candidates.length === 0) return { candidates, ambiguous }
    const own = candidates.filter((candidate) => PRINTED_IN_FORMATS.has(candidate.dialect))
    if ((own[0]?.confidence ?? 0) > best) return { candidates: own, ambiguous }
  }
  return found
}

/** Dialects without an envelope, and with one around the same output, are printed in several formats. */
const PRINTED_IN_FORMATS: ReadonlySet<DialectId> = new Set(
  WITHOUT_ENVELOPE.flatMap((id) => [
    id,
    ...DIALECT_IDS.filter((other) => other === traitsOf(id).fullVariant),
  ]),
)
