import { objectOf, type SuccessOutcome } from 'surety/unstable/contract'

/** An answer that is used again when the tool says that nothing changed. */
export interface CachedAnswer {
  /** Sent with the next call, if the tool gave one. */
  readonly etag?: string | undefined
  readonly outcome: SuccessOutcome
}

/** A store of answers; a Map will do. */
export interface AnswerCache {
  get(key: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>
  set(key: string, answer: CachedAnswer): unknown
}

/** Finds the tag of an answer: in `meta`, or in the data as manifests have it. */
export function etagOf(outcome: SuccessOutcome): string | undefined {
  const { etag } = outcome.meta
  if (typeof etag === 'string' && etag !== '') return etag
  const inData = objectOf(outcome.data)['etag']
  return typeof inData === 'string' && inData !== '' ? inData : undefined
}
