import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import { rootCommand, wholeCommands } from './whole-commands.ts'

export interface FoundCommand extends DeclaredCommand {
  readonly length: number
}

/** Finds what a manifest says about the command that arguments name; undefined if they fit none, or several. */
export function findCommand(
  manifest: JsonValue,
  words: readonly string[],
  tool?: string,
): FoundCommand | undefined {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return undefined
  const end = words.findIndex((word) => word.startsWith('-'))
  const leading = end === -1 ? words : words.slice(0, end)
  for (let length = leading.length; length > 0; length -= 1) {
    const path = pathOf(commands, leading.slice(0, length))
    if (path === undefined) continue
    const rest = words.slice(length)
    if (mayNameSubcommand(commands, path, rest)) return undefined
    return toCommand(path, commands[path], length)
  }
  const root = rootCommand(manifest, tool)
  return root === undefined ? undefined : toCommand(root, commands[root], 0)
}

function pathOf(commands: JsonObject, words: readonly string[]): string | undefined {
  const own = words.join('.')
  if (Object.hasOwn(commands, own)) return own
  const named = Object.keys(commands).filter((path) => {
    const entry = commands[path]
    const aliases = isJsonObject(entry) ? entry['aliases'] : undefined
    if (!Array.isArray(aliases)) return false
    const parent = path.split('.').slice(0, -1)
    return (aliases as readonly JsonValue[]).some(
      (alias) =>
        typeof alias === 'string' &&
        (alias.replaceAll(' ', '.') === own || [...parent, alias].join('.') === own),
    )
  })
  return named.length === 1 ? named[0] : undefined
}

function mayNameSubcommand(commands: JsonObject, path: string, rest: readonly string[]): boolean {
  const start = `${path}.`
  const below = Object.keys(commands).filter((other) => other.startsWith(start))
  if (below.length === 0) return false
  const [next] = rest
  if (next !== undefined && !next.startsWith('-')) return true
  const names = new Set(below.map((other) => other.slice(start.length).split('.')[0]))
  return rest.some((word) => names.has(word))
}

function toCommand(
  path: string,
  entry: JsonValue | undefined,
  length: number,
): FoundCommand | undefined {
  if (!isJsonObject(entry)) return undefined
  const { danger_level: danger, exit_codes: exits, flags, idempotent } = entry
  if (danger !== 'safe' && danger !== 'mutating' && danger !== 'destructive') return undefined
  if (!isJsonObject(exits)) return undefined
  return {
    path,
    length,
    danger,
    ...(idempotent === true && { idempotent }),
    exits: Object.entries(exits).flatMap(([number, exit]) => toExit(number, exit)),
    flags: isJsonObject(flags) ? Object.keys(flags) : [],
  }
}

function toExit(key: string, entry: JsonValue): DeclaredCommand['exits'] {
  if (!/^(0|[1-9]\d{0,2})$/.test(key) || !isJsonObject(entry)) return []
  const { name, description, retryable, side_effects } = entry
  if (typeof retryable !== 'boolean') return []
  if (side_effects !== 'none' && side_effects !== 'partial' && side_effects !== 'complete')
    return []
  const own = {
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
  }
  return [{ number: Number(key), ...own, retryable, side_effects }]
}
