import { isJsonObject, type ReadOutcome } from '../../contract/index.ts'
import { toPointer } from '../../internal/json/json-pointer.ts'
import type { Loss } from '../dialect.ts'
import { lossKind } from './loss-kinds.ts'

/**
 * Adds to a writer's losses what the reader kept aside: members of meta whose type no outcome can
 * hold, such as a `timestamp` that is a number. Other documents beside the answer do not count.
 */
export function withUnplaced(outcome: ReadOutcome, losses: readonly Loss[]): readonly Loss[] {
  const { other_documents: others } = outcome.diagnostics
  if (others.length === 0) return losses
  const unplaced = others.flatMap((document) => {
    if (!isJsonObject(document) || Object.keys(document).length !== 1) return []
    const { meta } = document
    return isJsonObject(meta) ? Object.keys(meta).map((key) => toPointer('meta', key)) : []
  })
  if (unplaced.length === 0) return losses
  return [
    ...losses,
    ...unplaced.map((pointer) => ({
      pointer,
      kind: lossKind(pointer, outcome.data, outcome.ok),
      stowed_at: null,
      note: 'kept aside' as const,
    })),
  ]
}
