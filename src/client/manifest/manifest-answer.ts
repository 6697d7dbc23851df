import { isJsonObject, type Outcome } from '../../contract/index.ts'
import type { RememberedManifest } from '../memory/facts.ts'
import { wholeCommands } from './whole-commands.ts'

/**
 * Gives the manifest in an answer to `<tool> manifest`; undefined for every other command, which may
 * print the manifest of another tool, and for a manifest that was cut down to some of its members.
 */
export function manifestIn(
  words: readonly string[],
  outcome: Outcome,
): RememberedManifest | undefined {
  if (!outcome.ok || words[0] !== 'manifest') return undefined
  const { data } = outcome
  if (!isJsonObject(data)) return undefined
  const { schema_version: version, etag } = data
  const commands = wholeCommands(data)
  if (typeof version !== 'string' || typeof etag !== 'string' || etag === '') return undefined
  if (commands === undefined || !Object.values(commands).every(isWholeEntry)) return undefined
  return { etag, document: data }
}

function isWholeEntry(entry: unknown): boolean {
  return isJsonObject(entry) && isJsonObject(entry['exit_codes']) && 'danger_level' in entry
}
