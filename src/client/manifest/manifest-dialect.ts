import { isJsonObject, type Generation, type JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import { wholeCommands } from './whole-commands.ts'

/**
 * Picks the dialect of a tool from those that its manifest's envelope fits. The generations of the spec have
 * similar envelopes; the version of the manifest, or the number that it gives to ARG_ERROR, tells them apart.
 */
export function manifestDialect(
  candidates: readonly string[],
  manifest: JsonValue,
): string | undefined {
  if (candidates.length < 2) return candidates[0]
  const generation = generationOf(manifest)
  return candidates.find(
    (dialect) => generation !== undefined && traitsOf(dialect).generation === generation,
  )
}

function generationOf(manifest: JsonValue): Generation | undefined {
  const version = isJsonObject(manifest) ? manifest['schema_version'] : undefined
  const commands = wholeCommands(manifest)
  // The versions of manifests before 3.0 do not tell the generations apart.
  if (typeof version === 'string' && /^3\.\d+$/.test(version)) return '1.16'
  if (commands === undefined) return undefined
  const entries = Object.values(commands).flatMap((command) => {
    const exits = isJsonObject(command) ? command['exit_codes'] : undefined
    return isJsonObject(exits) ? Object.entries(exits) : []
  })
  const named = (number: string, name: string) =>
    entries.some(([key, exit]) => key === number && isJsonObject(exit) && exit['name'] === name)
  if (named('3', 'ARG_ERROR') || named('2', 'PARTIAL_FAILURE')) return '1.0'
  return named('2', 'ARG_ERROR') || named('3', 'PARTIAL_FAILURE') ? '1.6' : undefined
}
