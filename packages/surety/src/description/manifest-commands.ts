import { objectOf, isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'

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
  const whole = Object.entries(commands).map(([path, entry]) => {
    if (!isJsonObject(entry)) return [path, entry] as const
    const own = objectOf(entry['flags'])
    const exit_codes = { 0: SUCCESS, ...objectOf(exits), ...objectOf(entry['exit_codes']) }
    // The flags of the command itself come first.
    return [path, { ...entry, flags: { ...own, ...objectOf(flags), ...own }, exit_codes }] as const
  })
  return Object.fromEntries(whole)
}

export function dangerOf({
  danger_level: danger,
}: JsonObject): 'safe' | 'mutating' | 'destructive' | null {
  return danger === 'safe' || danger === 'mutating' || danger === 'destructive' ? danger : null
}

/** Finds the command that is the tool itself, as in `greet Ada`: without a path, or the only one, under the name of the tool. */
export function rootCommand(manifest: JsonValue, tool?: string): string | undefined {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return undefined
  if (Object.hasOwn(commands, '')) return ''
  const name = manifestName(manifest) ?? tool
  const own = Object.entries(commands).filter(
    ([path, entry]) => objectOf(entry)['builtin'] !== true && !ADDED.test(path),
  )
  return own.length === 1 && own[0]![0] === name ? name : undefined
}

export function manifestName(manifest: JsonValue | undefined): string | undefined {
  const { name } = objectOf(manifest)
  return typeof name === 'string' && /^[\w@/.-]{1,100}$/.test(name) ? name : undefined
}

/** Manifests before the mark list the commands that our framework adds to every tool. */
const ADDED = /^(?:help|version|manifest|completion|schema|check-permissions|job(?:\..*)?)$/
