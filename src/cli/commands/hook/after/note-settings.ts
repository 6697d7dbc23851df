import { readCommentedJson } from '../../../../internal/json/commented-json.ts'
import { settingsOf } from '../client-settings.ts'
import type { ClientName } from '../clients.ts'
import { addToJson, removeFromJson } from '../settings-text.ts'

/** The events after a command of each client; a failure has one of its own in some. */
const EVENTS: Readonly<Record<ClientName, readonly string[]>> = {
  'claude-code': ['PostToolUse', 'PostToolUseFailure'],
  codex: ['PostToolUse'],
  gemini: ['AfterTool'],
  cursor: ['postToolUse', 'postToolUseFailure'],
  copilot: ['postToolUse', 'postToolUseFailure'],
  opencode: [],
}

/** Where the hook after commands is written: a plugin of its own for OpenCode. */
export function noteFiles(client: ClientName) {
  const { file, userFile } = settingsOf[client]
  if (client !== 'opencode') return { file, userFile }
  const own = (path: string) => path.replace(/surety\.js$/, 'surety-note.js')
  return { file: own(file), userFile: own(userFile) }
}

/** The line that a client runs after a command; it passes where `surety` is missing. */
export function noteCommand(client: ClientName): string {
  return `surety hook note ${client} 2>/dev/null || true`
}

/** Returns settings with the hook after commands in them. Throws if they are broken. */
export function withNote(client: ClientName, text: string | null): string {
  if (client === 'opencode') {
    if (text !== null && !hasNote(client, text)) throw new TypeError('It is another plugin')
    return PLUGIN
  }
  const { beside = {} } = settingsOf[client]
  const before = text === null || text.trim() === '' ? '{}\n' : text
  const found = readCommentedJson(before).value as object
  const missing = Object.entries(beside).filter(([key]) => !Object.hasOwn(found, key))
  const kept = missing.reduce((settings, [key, value]) => addToJson(settings, [key], value), before)
  const entry = settingsOf[client].entry(noteCommand(client))
  const events = EVENTS[client].filter((event) => placeOf(client, kept, event) === undefined)
  return events.reduce((settings, event) => addToJson(settings, ['hooks', event], [entry]), kept)
}

export function withoutNote(client: ClientName, text: string): string | null {
  if (client === 'opencode') return hasNote(client, text) ? null : text
  const rest = EVENTS[client].reduce((settings, event) => {
    const at = placeOf(client, settings, event)
    return at === undefined ? settings : removeFromJson(settings, ['hooks', event, at])
  }, text)
  return rest !== text && rest.trim() === '{}' ? null : rest
}

/** Tests whether the hook after commands is in a file of settings. */
export function hasNote(client: ClientName, text: string): boolean {
  if (client === 'opencode') return text.startsWith(PLUGIN.split('\n', 1)[0]!)
  return EVENTS[client].some((event) => placeOf(client, text, event) !== undefined)
}

/** Finds our entry among those of an event. */
function placeOf(client: ClientName, text: string, event: string): number | undefined {
  const settings = readCommentedJson(text).value as { hooks?: Record<string, unknown> } | null
  const list = settings?.hooks?.[event]
  if (!Array.isArray(list)) return undefined
  const line = JSON.stringify(noteCommand(client))
  const at = list.findIndex((each) => JSON.stringify(each).includes(line))
  return at === -1 ? undefined : at
}

const PLUGIN = `// Written by "surety hook install opencode --note".
import { execFile } from 'node:child_process'

const ask = (message) =>
  new Promise((resolve) => {
    const done = (_error, stdout) => resolve(stdout)
    const child = execFile('surety', ['hook', 'note', 'opencode'], { timeout: 5000 }, done)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(message))
  })

export const SuretyNote = async ({ directory }) => ({
  'tool.execute.after': async ({ tool, args }, output) => {
    if (tool !== 'bash') return
    try {
      const tool_response = { output: output.output, exit: output.metadata?.exit }
      const message = { tool_name: tool, tool_input: args, tool_response, cwd: directory }
      const { note } = JSON.parse(await ask(message))
      output.output = output.output + '\\n' + note
    } catch {
      // The output stays as it was.
    }
  },
})
`
