import type { CheckResult } from '../check.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { missing } from './missing.ts'
import { NEEDS } from './needs.ts'

/** What a pipe holds on Linux; an answer that is cut ends here. */
export const PIPE_BYTES = 65_536

/** The manifest is the largest answer of most tools. */
export function manifestRuns({ subject }: Probing): readonly Run[] {
  return subject.manifest === null ? [] : [subject.manifest.run]
}

/** Tests for a complete document, or for text that ends with a line. */
export function isWhole(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return text.endsWith('\n')
  try {
    JSON.parse(text)
    return true
  } catch {
    // Several documents, one per line, are whole if the last one is.
    const last = text.trimEnd().split('\n').at(-1) ?? ''
    return text.trimEnd().includes('\n') && isWhole(last) && /^\s*[[{]/.test(last)
  }
}

/** The result of a check that needs an answer larger than a pipe. */
export function noLargeAnswer(tool: Probing): CheckResult {
  return missing(
    tool,
    'large_answers',
    'No answer was larger than a pipe holds.',
    NEEDS.largeAnswer,
  )
}
