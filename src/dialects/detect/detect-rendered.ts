import type { Capture } from '../dialect.ts'
import { DIALECT_IDS, type DialectId } from '../registry/built-in.ts'
import { loadDialect, traitsOf } from '../registry/registry.ts'
import { textOf } from '../read/decode-text.ts'
import { detect, type Detection } from './detect.ts'

/** A clear candidate in JSON is not questioned. */
const CLEAR = 0.3

/** The first member of an error or an envelope in TOON or YAML, or what Markdown starts with. */
const RENDERED = /^(?:code: \S|ok: (?:true|false)\s*$|## (?:code|ok|error\.code)\s*$|\| )/m

/** Tests in a moment whether output may be an answer in another format than JSON. */
function mayBeRendered({ stdout }: Capture): boolean {
  return RENDERED.test(textOf(stdout).text)
}

/**
 * Finds the dialects that a capture may be in, also if the answer is TOON, YAML or Markdown. The packages
 * that read those are loaded only for text that looks like one.
 */
export async function detectRendered(capture: Capture): Promise<Detection> {
  const found = detect(capture)
  const best = found.candidates[0]?.confidence ?? 0
  if (best >= CLEAR || !mayBeRendered(capture)) return found
  for (const id of PRINTED_IN_FORMATS) {
    const dialect = await loadDialect(id)
    const readable = await dialect.toJson?.(capture)
    if (readable === undefined || readable.stdout === capture.stdout) continue
    const { candidates, ambiguous } = detect(readable)
    const own = candidates.filter((candidate) => PRINTED_IN_FORMATS.has(candidate.dialect))
    if ((own[0]?.confidence ?? 0) > best) return { candidates: own, ambiguous }
  }
  return found
}

/** Dialects without an envelope, and with one around the same output, are printed in several formats. */
const PRINTED_IN_FORMATS: ReadonlySet<DialectId> = new Set(
  DIALECT_IDS.filter((id) => traitsOf(id).hasEnvelope === false).flatMap((id) => {
    const full = DIALECT_IDS.find((other) => other === traitsOf(id).fullVariant)
    return full === undefined ? [id] : [id, full]
  }),
)
