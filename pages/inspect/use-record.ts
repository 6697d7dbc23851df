import { useEffect, useState } from 'preact/hooks'

import type { CallRecord, Row } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import type { Source, Trouble } from './server.ts'

/** Loads a call when it has ended. */
export function useRecord(
  source: Source,
  call: string,
  state: Row['state'] | undefined,
): readonly [CallRecord | undefined, Trouble | undefined] {
  const [record, setRecord] = useState<CallRecord>()
  const [trouble, setTrouble] = useState<Trouble>()
  useEffect(() => {
    setTrouble(undefined)
    if (call === '' || state !== 'ended') return
    source.record(call).then(setRecord, (error: unknown) => setTrouble(error as Trouble))
  }, [source, call, state])
  return [record?.call === call ? record : undefined, trouble]
}
