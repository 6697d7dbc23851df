import type { JsonValue } from '../../contract/index.ts'
import type { RunEnd } from '../run/run-end.ts'
import { computeEtag } from './paging/etag.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Gives the answer of a cacheable command its etag, where its author gave none, and answers a caller
 * who has that very answer with no more than that.
 */
export async function withEtag(
  run: Run,
  known: string | null,
  ending: RunEnd & { readonly kind: 'data'; readonly data: JsonValue },
): Promise<RunEnd> {
  const etag = await computeEtag(ending.data)
  run.meta['etag'] = etag
  return etag === known ? { kind: 'not-modified' } : ending
}
