import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { passing, settingsOf, type ClientSettings } from '../client-settings.ts'
import type { ClientName, NotedClient } from '../clients.ts'
import { hookEntries, type HookEntry } from '../hook-entries.ts'
import { addToJson, removeFromJson } from '../settings-text.ts'

/** The clients whose settings are JSON. */
type JsonClient = Exclude<ClientName, 'opencode'>

/** The events after a command of each client; a failure has one of its own in some. */
const EVENTS: Readonly<Record<JsonClient, readonly string[]>> = {
  'claude-code': ['PostToolUse', 'PostToolUseFailure'],
  codex: ['PostToolUse'],
  gemini: ['AfterTool'],
  cursor: ['postToolUse', 'postToolUseFailure'],
  copilot: ['postToolUse', 'postToolUseFailure'],
}

/** Where the hook after commands is written; a plugin is a file of its own. */
const PLUGIN_FILES: Readonly<Record<PluginClient, Pick<ClientSettings, 'file' | 'userFile'>>> = {
  opencode: {
    file: '.opencode/plugins/surety-note.js',
    userFile: '{XDG_CONFIG_HOME|~/.config}/opencode/plugins/surety-note.js',
  },
  pi: {
    file: '.pi/extensions/surety-note.js',
    userFile: '{PI_CODING_AGENT_DIR|~/.pi/agent}/extensions/surety-note.js',
  },
}

/** The clients whose hooks are code. */
type PluginClient = Exclude<NotedClient, JsonClient>

export function isPlugin(client: NotedClient): client is PluginClient {
  return Object.hasOwn(PLUGIN_FILES, client)
}

export function noteFiles(client: NotedClient): Pick<ClientSettings, 'file' | 'userFile'> {
  return isPlugin(client) ? PLUGIN_FILES[client] : settingsOf[client]
}

/** Which trust a client asks a person for before it runs the hook. */
export function noteTrust(client: NotedClient): string {
  return client === 'pi'
    ? 'pi skips the extensions of a project in silence until you trust the folder with /trust.'
    : settingsOf[client].trust
}

/** The line that a client runs after a command; it passes where `surety` is missing. */
export function noteCommand(client: NotedClient): string {
  const call = callOf(client)
  return isPlugin(client) ? call : passing(client, call)
}

function callOf(client: NotedClient): string {
  return `surety hook note ${client}`
}

/** Returns settings with the hook after commands in them. Throws if they are broken. */
export function withNote(client: NotedClient, text: string | null): string {
  if (isPlugin(client)) {
    if (text !== null && !hasNote(client, text)) throw new TypeError('It is another plugin')
    return PLUGINS[client]
  }
  const { beside = {} } = settingsOf[client]
  const given = text === null || text.trim() === '' ? '{}\n' : text
  const command = noteCommand(client)
  // One of an earlier version may hold the client up.
  const before = without(client, given, command)
  const found = readCommentedJson(before).value as object
  const missing = Object.entries(beside).filter(([key]) => !Object.hasOwn(found, key))
  const kept = missing.reduce((settings, [key, value]) => addToJson(settings, [key], value), before)
  const entry = settingsOf[client].entry(command)
  const events = EVENTS[client].filter((event) => notesIn(client, kept, event).length === 0)
  return events.reduce((settings, event) => addToJson(settings, ['hooks', event], [entry]), kept)
}

export function withoutNote(client: NotedClient, text: string): string | null {
  if (isPlugin(client)) return hasNote(client, text) ? null : text
  const rest = without(client, text)
  return rest !== text && rest.trim() === '{}' ? null : rest
}

/** Takes our commands out: all of them, or those that an earlier version wrote where another one is written now. */
function without(client: JsonClient, text: string, now?: string): string {
  // What somebody put before the line, such as npx, is theirs.
  const goes = ({ command }: HookEntry) =>
    now === undefined || (command !== now && command.startsWith(callOf(client)))
  return EVENTS[client].reduce((settings, event) => {
    const old = notesIn(client, settings, event).find(goes)
    return old ? without(client, removeFromJson(settings, old.path), now) : settings
  }, text)
}

/** Tests whether the hook after commands is in a file of settings. */
export function hasNote(client: NotedClient, text: string): boolean {
  if (isPlugin(client)) return text.startsWith(PLUGINS[client].split('\n', 1)[0]!)
  return EVENTS[client].some((event) => notesIn(client, text, event).length > 0)
}

/** Lists our commands for an event, also those of an earlier version. */
function notesIn(client: JsonClient, text: string, event: string): readonly HookEntry[] {
  const line = `${callOf(client)} 2>/dev/null`
  return hookEntries(readCommentedJson(text).value, ['hooks', event]).filter(({ command }) =>
    command.includes(line),
  )
}

const asks = (client: PluginClient) => `// Written by "surety hook install ${client} --note".
import { execFile } from 'node:child_process'

const ask = (message) =>
  new Promise((resolve) => {
    const done = (_error, stdout) => resolve(stdout)
    const child = execFile('surety', ['hook', 'note', '${client}'], { timeout: 5000 }, done)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(message))
  })
`

const PLUGINS: Readonly<Record<PluginClient, string>> = {
  opencode: `${asks('opencode')}
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
`,
  pi: `${asks('pi')}
export default function (pi) {
  pi.on('tool_result', async ({ toolName, input, content, isError }, { cwd }) => {
    if (toolName !== 'bash') return
    try {
      const tool_response = { content, isError }
      const message = { tool_name: toolName, tool_input: input, tool_response, cwd }
      const { note } = JSON.parse(await ask(message))
      return { content: [...content, { type: 'text', text: note }] }
    } catch {
      // The output stays as it was.
    }
  })
}
`,
}
