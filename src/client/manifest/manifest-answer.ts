import { isJsonObject, type Outcome } from '../../contract/index.ts'
import type { RememberedManifest } from '../memory/facts.ts'

/**
 * Takes the manifest out of an answer to `<tool> manifest`; undefined for everything else, also for one
 * that was narrowed to some of its members. Other commands may print manifests of other tools.
 */
export function manifestIn(
  words: readonly string[],
  outcome: Outcome,
): RememberedManifest | undefined {
  if (!outcome.ok || words[0] !== 'manifest') return undefined
  const { data } = outcome
  if (!isJsonObject(data)) return undefined
  const { schema_version: version, etag, commands } = data
  if (typeof version !== 'string' || typeof etag !== 'string' || etag === '') return undefined
  if (!isJsonObject(commands) || !Object.values(commands).every(isWholeEntry)) return undefined
  return { etag, document: data }
}

function isWholeEntry(entry: unknown): boolean {
  return isJsonObject(entry) && isJsonObject(entry['exit_codes']) && 'danger_level' in entry
}
