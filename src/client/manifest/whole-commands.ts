import type { RememberedManifest } from '../memory/facts.ts'
import {
  type Generation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'

/** Exit 0 in a lean manifest, whose commands list it only in words of their own. */
const SUCCESS: JsonObject = {
  name: 'SUCCESS',
  description: 'The command did what was asked.',
  retryable: false,
  side_effects: 'complete',
}

/** Gives the commands of a manifest by path, each with the shared flags and exits; undefined if it is no manifest. */
export function wholeCommands(manifest: JsonValue): JsonObject | undefined {
  if (!isJsonObject(manifest) || !isJsonObject(manifest['commands'])) return undefined
  const { flags, exit_codes: exits, builtins } = manifest
  const named = Object.entries(objectOf(builtins)).map(
    ([path, danger]) => [path, { description: '', danger_level: danger, builtin: true }] as const,
  )
  const commands = { ...Object.fromEntries<JsonValue>(named), ...manifest['commands'] }
  if (!isJsonObject(flags) && !isJsonObject(exits)) return commands
  return Object.fromEntries(
    Object.entries(commands).map(([path, entry]) => [
      path,
      isJsonObject(entry) ? withShared(entry, manifest) : entry,
    ]),
  )
}

function withShared(entry: JsonObject, { flags, exit_codes: exits }: JsonObject): JsonObject {
  const own = objectOf(entry['flags'])
  // The flags of the command itself come first.
  const others = Object.entries(objectOf(flags)).filter(([name]) => !Object.hasOwn(own, name))
  return {
    ...entry,
    flags: Object.fromEntries([...Object.entries(own), ...others]),
    exit_codes: { 0: SUCCESS, ...objectOf(exits), ...objectOf(entry['exit_codes']) },
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Finds the command that is the tool itself, as in `greet Ada`: the only one, listed under the name of the tool. */
export function rootCommand(manifest: JsonValue, tool?: string): string | undefined {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return undefined
  const name = manifestName(manifest) ?? tool
  const own = Object.entries(commands).filter(([path, entry]) => !isBuiltin(path, entry))
  return own.length === 1 && own[0]![0] === name ? name : undefined
}

export function manifestName(manifest: JsonValue | undefined): string | undefined {
  const name = isJsonObject(manifest ?? null) ? (manifest as JsonObject)['name'] : undefined
  return typeof name === 'string' && /^[\w@/.-]{1,100}$/.test(name) ? name : undefined
}

/** Manifests before the mark list the commands that our framework adds to every tool. */
const ADDED = /^(?:help|version|manifest|completion|schema|check-permissions|job(?:\..*)?)$/

function isBuiltin(path: string, entry: JsonValue): boolean {
  return (isJsonObject(entry) && entry['builtin'] === true) || ADDED.test(path)
}

/** Gives the whole manifest in an answer to `<tool> manifest`; other commands may print those of other tools. */
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

/** Picks the dialect of a tool by its manifest: its version, or its number for ARG_ERROR, tells the generations apart. */
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
