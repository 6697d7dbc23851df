import { quoteWords } from '@surety/internal/quote-words.ts'
import type { Verdict } from '../decide/verdict.ts'
import type { CallTarget } from './call-target.ts'
import type { ManifestAnswer } from './redirect/ask-manifest.ts'

const IN_DOUBT: ReadonlySet<Verdict['reason']> = new Set(['IN_DOUBT', 'ENVIRONMENT'])

export interface DoubtedCall {
  readonly target: CallTarget
  /** The read that is known of an ordinary program. */
  readonly known: readonly string[] | undefined
  readonly askManifest: () => Promise<ManifestAnswer>
}

/** Names the read that settles a doubt: one that is known of the program, or that the manifest of the tool names. */
export async function withRead(
  verdict: Verdict,
  { target, known, askManifest }: DoubtedCall,
): Promise<Verdict> {
  if (!IN_DOUBT.has(verdict.reason)) return verdict
  const read = known ?? (await declaredRead(target, askManifest))
  return read === undefined ? verdict : { ...verdict, settles: quoteWords(read) }
}

async function declaredRead(target: CallTarget, askManifest: DoubtedCall['askManifest']) {
  if (!(await target.known.hasManifest()) && (await askManifest()) !== 'given') return undefined
  return (await target.settlingRead())?.words
}
