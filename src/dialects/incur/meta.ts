import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Draft } from '../read/outcome-draft.ts'
import { RESERVED } from '../write/loss-ledger.ts'
import { readMetaMember } from '../read/read-members.ts'
import type { CaptureReader } from '../read/capture-reader.ts'

/** Reads the meta of full output or of the last record of a stream; returns what was stowed in it. */
export function readIncurMeta(
  reading: CaptureReader,
  { meta }: JsonObject,
  draft: Draft,
  isDemanded: boolean,
): JsonValue | undefined {
  if (!isJsonObject(meta)) {
    if (isDemanded || meta !== undefined) reading.problem('meta_missing', 'meta is not an object')
    return undefined
  }
  for (const [key, value] of Object.entries(meta)) {
    if (key === RESERVED) continue
    if (key === 'duration') readDuration(reading, value, draft)
    else readMetaMember(reading, draft.meta, [key, value], key === 'command')
  }
  return Object.hasOwn(meta, RESERVED) ? meta[RESERVED] : undefined
}

function readDuration(reading: CaptureReader, value: JsonValue, draft: Draft): void {
  const found = typeof value === 'string' ? /^(\d+(?:\.\d+)?)(ms|s)$/.exec(value) : null
  if (found) draft.meta['duration_ms'] = Number(found[1]) * (found[2] === 's' ? 1000 : 1)
  else {
    reading.problem('duration_unreadable', 'meta.duration is not a duration such as 12ms')
    draft.meta['duration'] = value
  }
}
