import type { JsonValue } from '../../contract/index.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { computeEtag } from './paging/etag.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Adds an etag to the answer of a cacheable command whose author set none. If the caller already has
 * this etag, the run ends as not modified, without data.
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
