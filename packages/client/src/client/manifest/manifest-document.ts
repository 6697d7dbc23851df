import {
  objectOf,
  type Generation,
  isJsonObject,
  type JsonValue,
  type Outcome,
} from 'surety/unstable/contract'
import { wholeCommands } from 'surety/unstable/description'
import { traitsOf } from 'surety/unstable/dialects'

/** Gives the data of an answer, also of one without an envelope, whose JSON is the data. */
export function manifestData({ data, meta }: Outcome): JsonValue {
  return meta['wrapped'] === true ? (objectOf(data)['stdout'] ?? null) : data
}

/** Gives the whole manifest in an answer to `<tool> manifest`; other commands may print those of other tools. */
export function manifestIn(words: readonly string[], outcome: Outcome) {
  if (!outcome.ok || words[0] !== 'manifest') return undefined
  const data = manifestData(outcome)
  const { schema_version: version, etag } = objectOf(data)
  if (typeof version !== 'string' || typeof etag !== 'string' || etag === '') return undefined
  const isWhole = (entry: JsonValue) =>
    isJsonObject(entry) && isJsonObject(entry['exit_codes']) && 'danger_level' in entry
  return Object.values(wholeCommands(data) ?? { none: null }).every(isWhole)
    ? { etag, document: data }
    : undefined
}

/** Picks the dialect of a tool by its manifest: its version, or its number for ARG_ERROR, tells the generations apart. */
export function manifestDialect(candidates: readonly string[], manifest: JsonValue) {
  if (candidates.length < 2) return candidates[0]
  const generation = generationOf(manifest)
  if (generation === undefined) return undefined
  return candidates.find((dialect) => traitsOf(dialect).generation === generation)
}

function generationOf(manifest: JsonValue): Generation | undefined {
  const { schema_version: version } = objectOf(manifest)
  const commands = wholeCommands(manifest)
  // The versions of manifests before 3.0 do not tell the generations apart.
  if (typeof version === 'string' && /^3\.\d+$/.test(version)) return '1.16'
  if (commands === undefined) return undefined
  const exits = Object.values(commands).map((command) => objectOf(objectOf(command)['exit_codes']))
  const named = (number: string, name: string) =>
    exits.some((exit) => objectOf(exit[number])['name'] === name)
  if (named('3', 'ARG_ERROR') || named('2', 'PARTIAL_FAILURE')) return '1.0'
  return named('2', 'ARG_ERROR') || named('3', 'PARTIAL_FAILURE') ? '1.6' : undefined
}
