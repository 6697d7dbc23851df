import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { CALL, CLIENTS, filled, type ClientName } from './clients.ts'
import { PLUGINS, pluginStart } from './plugins.ts'
import { addToJson, removeFromJson } from './settings-text.ts'
import toolEntry from './tool-entry.json' with { type: 'json' }

const callOf = (client: ClientName) => `surety hook note ${client}`

/** The line that a client runs after a command; null for a client that loads code. */
export function hookLine(client: ClientName): string | null {
  const { settings } = CLIENTS[client]
  const { line = `${CALL} 2>/dev/null || true` } = settings ?? {}
  return settings === undefined ? null : line.replace(CALL, callOf(client))
}

/** Returns settings with the hook in them: the same text if it is there already. Throws if they are broken. */
export function withHook(client: ClientName, text: string | null, asksTool = false): string {
  const { settings } = CLIENTS[client]
  const line = hookLine(client)
  if (settings === undefined || line === null) {
    if (text !== null && !hasHook(client, text)) throw new TypeError('It is another plugin')
    return PLUGINS[client]!
  }
  const asked = text === null || text.trim() === '' ? '{}\n' : text
  // One of both kinds is enough.
  const given = SERVER.test(asked) === asksTool ? asked : without(client, asked)
  const entry = asksTool ? toolEntry : filled(settings.entry, line)
  const found = readCommentedJson(given).value as object
  const missing = Object.entries(settings.beside ?? {}).filter(
    ([key]) => !Object.hasOwn(found, key),
  )
  const kept = missing.reduce((all, [key, value]) => addToJson(all, [key], value), given)
  return settings.events
    .filter((event) => oursIn(client, kept, event) === undefined)
    .reduce((all, event) => addToJson(all, ['hooks', event], [entry]), kept)
}

/** The server that a hook of ours asks. */
const SERVER = /"server":\s*"surety-note"/

/** Returns settings without the hook; null if nothing but what was installed is left. */
export function withoutHook(client: ClientName, text: string): string | null {
  if (CLIENTS[client].settings === undefined) return hasHook(client, text) ? null : text
  return text === withHook(client, null, SERVER.test(text)) ? null : without(client, text)
}

function without(client: ClientName, text: string): string {
  return (CLIENTS[client].settings?.events ?? []).reduce((rest, event) => {
    const path = oursIn(client, rest, event)
    return path ? without(client, removeFromJson(rest, path)) : rest
  }, text)
}

export function hasHook(client: ClientName, text: string): boolean {
  const { settings } = CLIENTS[client]
  if (settings === undefined) return text.startsWith(pluginStart(client))
  return settings.events.some((event) => oursIn(client, text, event) !== undefined)
}

type Path = readonly (string | number)[]

/** Finds our command among those for an event, and what goes out of the settings with it. */
function oursIn(client: ClientName, text: string, event: string): Path | undefined {
  const list = memberOf(memberOf(readCommentedJson(text).value, 'hooks'), event)
  if (!Array.isArray(list)) return undefined
  for (const [index, entry] of (list as unknown[]).entries()) {
    const inner = memberOf(entry, 'hooks')
    const path = ['hooks', event, index]
    if (!Array.isArray(inner)) {
      if (isOurs(client, entry)) return path
      continue
    }
    const at = inner.findIndex((hook) => isOurs(client, hook))
    // With its last hook an entry goes as a whole.
    if (at !== -1) return inner.length === 1 ? path : [...path, 'hooks', at]
  }
  return undefined
}

/** What somebody put before our call, such as npx, is theirs, and the hook is still ours. */
function isOurs(client: ClientName, hook: unknown): boolean {
  const text = JSON.stringify(hook)
  return SERVER.test(text) || text.includes(`${callOf(client)} 2>/dev/null`)
}

function memberOf(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[key]
}
