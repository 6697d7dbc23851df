import {
  isJsonObject,
  listOf,
  objectOf,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { leadingWords } from '@surety/internal/command-words.ts'
import { given } from '@surety/internal/given.ts'
import type { DeclaredCommand } from '../decide/policy.ts'
import { dangerOf, rootCommand, wholeCommands } from 'surety/unstable/description'

export interface FoundCommand extends DeclaredCommand {
  readonly length: number
  /** The read that shows whether it did its work, before the words of a call are filled in. */
  readonly settles?: { readonly read: string; readonly proves: boolean }
}

/** Finds what a manifest says about the command that arguments name; undefined if they fit none, or several. */
export function findCommand(
  manifest: JsonValue,
  words: readonly string[],
  tool?: string,
): FoundCommand | undefined {
  const commands = wholeCommands(manifest)
  if (commands === undefined) return undefined
  const leading = leadingWords(words)
  for (let length = leading.length; length > 0; length -= 1) {
    const path = pathOf(commands, leading.slice(0, length))
    if (path === undefined) continue
    if (mayNameSubcommand(commands, path, words.slice(length))) return undefined
    return toCommand(path, length, commands[path])
  }
  const root = rootCommand(manifest, tool)
  return root === undefined ? undefined : toCommand(root, 0, commands[root])
}

/**
 * Tests that words name no command of a manifest, so that nothing but the tool's own list of commands can answer them: not
 * the tool itself as one command, and below a command only where that is a group.
 */
export function isUnlisted(manifest: JsonValue, words: readonly string[], tool?: string): boolean {
  const commands = wholeCommands(manifest)
  const leading = leadingWords(words)
  const isRoot = rootCommand(manifest, tool) !== undefined
  if (commands === undefined || leading.length === 0 || isRoot) return false
  for (let length = leading.length; length > 0; length -= 1) {
    const [path, ...others] = pathsOf(commands, leading.slice(0, length))
    if (path === undefined) continue
    const next = leading[length]
    if (
      others.length > 0 ||
      next === undefined ||
      !Array.isArray(objectOf(commands[path])['subcommands'])
    )
      return false
    return !Object.keys(commands).some((other) => `${other}.`.startsWith(`${path}.${next}.`))
  }
  return true
}

function pathOf(commands: JsonObject, words: readonly string[]): string | undefined {
  const named = pathsOf(commands, words)
  return named.length === 1 ? named[0] : undefined
}

function pathsOf(commands: JsonObject, words: readonly string[]): readonly string[] {
  const own = words.join('.')
  if (Object.hasOwn(commands, own)) return [own]
  return Object.keys(commands).filter((path) => {
    const { aliases } = objectOf(commands[path])
    const parent = path.split('.').slice(0, -1)
    return listOf(aliases)
      .filter((alias) => typeof alias === 'string')
      .some((alias) => alias.replaceAll(' ', '.') === own || [...parent, alias].join('.') === own)
  })
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

function toCommand(path: string, length: number, entry?: JsonValue): FoundCommand | undefined {
  if (!isJsonObject(entry)) return undefined
  const { exit_codes: exits, flags, idempotent, settles } = entry
  const { read, proves } = objectOf(settles)
  const danger = dangerOf(entry)
  if (danger === null || !isJsonObject(exits)) return undefined
  return {
    path,
    length,
    danger,
    ...(idempotent === true && { idempotent }),
    ...(typeof read === 'string' && { settles: { read, proves: proves === true } }),
    exits: Object.entries(exits).flatMap(([number, exit]) => toExit(number, exit)),
    flags: Object.keys(objectOf(flags)),
  }
}

function toExit(key: string, entry: JsonValue): DeclaredCommand['exits'] {
  if (!/^(0|[1-9]\d{0,2})$/.test(key) || !isJsonObject(entry)) return []
  const { name, description, retryable, side_effects } = entry
  if (typeof retryable !== 'boolean') return []
  if (side_effects !== 'none' && side_effects !== 'partial' && side_effects !== 'complete')
    return []
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : undefined)
  const own = given({ name: text(name), description: text(description) })
  return [{ number: Number(key), ...own, retryable, side_effects }]
}
