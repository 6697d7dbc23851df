import { useEffect, useMemo, useState } from 'preact/hooks'

import type { CallRecord } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import type { WholeDocument } from '../report/bytes-view.tsx'
import { looksLikeJson, toJson, type Json } from '../report/json-document.ts'
import type { Source } from './server.ts'

/** Documents up to this are fetched at once; longer ones when the reader asks for the tree. */
const MAX_UNASKED = 2 * 1024 * 1024

type State = 'first-part' | 'loading' | 'no-document' | { readonly document: Json }

/** The JSON document of which a record has only the first part; undefined if it has all, or there is none. */
export function useWholeDocument(
  source: Source,
  record: CallRecord,
  name: 'stdout' | 'stderr',
): WholeDocument | undefined {
  const first = record[name]
  const isPart =
    source.saved === null &&
    first !== null &&
    first.shown < first.bytes &&
    (first.before ?? 0) === 0 &&
    looksLikeJson(first.text)
  const isUnasked = isPart && first.bytes <= MAX_UNASKED
  const [state, setState] = useState<State>('first-part')
  const read = async () => {
    setState('loading')
    const whole = await source.whole(record.call, name).catch(() => undefined)
    const document = whole?.base64 === null ? toJson(whole.text) : undefined
    setState(document === undefined ? 'no-document' : { document })
  }
  const load = () => void read()
  useEffect(() => {
    if (isUnasked) load()
  }, [isUnasked, record.call])
  return useMemo(() => {
    if (!isPart) return undefined
    const document = typeof state === 'object' ? state.document : undefined
    const isLoading = state === 'loading' || (isUnasked && state === 'first-part')
    return { document, isLoading, load: state === 'no-document' ? undefined : load }
  }, [isPart, isUnasked, state, record.call])
}
