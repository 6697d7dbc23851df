import type { JsonValue } from '../../contract/index.ts'
import type { Ending } from '../run/run-end.ts'
import { computeEtag } from './paging/etag.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Gives the answer of a cacheable command its etag, where its author gave none, and answers a caller
 * who has that very answer with no more than that.
 */
export async function withEtag(
  run: Run,
  known: string | null,
  ending: Ending & { readonly kind: 'data'; readonly data: JsonValue },
): Promise<Ending> {
  const etag = await computeEtag(ending.data)
  run.meta['etag'] = etag
  return etag === known ? { kind: 'not-modified' } : ending
}
