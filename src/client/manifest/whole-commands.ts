import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** Exit 0 in a lean manifest, whose commands list it only in words of their own. */
const SUCCESS: JsonObject = {
  name: 'SUCCESS',
  description: 'The command did what was asked.',
  retryable: false,
  side_effects: 'complete',
}

/**
 * Gives the commands of a manifest by path, each with the flags and exits that the manifest lists once for
 * all of them. Undefined if the document is no manifest.
 */
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

/**
 * Finds the command that is the tool itself, as in `greet Ada`: the only one that is not built in, listed under
 * the name of the tool.
 */
export function rootCommand(manifest: JsonValue, tool?: string): string | undefined {
  const commands = wholeCommands(manifest)
  if (commands === undefined || !isJsonObject(manifest)) return undefined
  const name = typeof manifest['name'] === 'string' ? manifest['name'] : tool
  const own = Object.entries(commands).filter(([path, entry]) => !isBuiltin(path, entry))
  return own.length === 1 && own[0]![0] === name ? name : undefined
}

/** Manifests before the mark list the commands that our framework adds to every tool. */
const ADDED = /^(?:help|version|manifest|completion|schema|check-permissions|job(?:\..*)?)$/

function isBuiltin(path: string, entry: JsonValue): boolean {
  return (isJsonObject(entry) && entry['builtin'] === true) || ADDED.test(path)
}
