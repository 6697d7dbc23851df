import { choicesIn, flagsOf, type ClientName, type HookChoices } from './clients.ts'

/** Where the settings of a client are, and what is written there. */
export interface ClientSettings {
  /** The file of a project. */
  readonly file: string
  /** That of a person, see `pathOf`. */
  readonly userFile: string
  /** Where the hooks of the event stand in the file; null for a file that is code. */
  readonly event: readonly string[] | null
  readonly entry: (command: string) => Readonly<Record<string, unknown>>
  /** What the file has to say beside the hooks. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** Which trust the client asks a person for before it runs the hook. */
  readonly trust: string
}

/** A hook that takes longer is given up, and the command goes on as it was. */
const SECONDS = 5

const matched =
  (matcher: string, more: object = { timeout: SECONDS }) =>
  (command: string) => ({
    matcher,
    hooks: [{ type: 'command', command, ...more }],
  })

/** All that is written for a client; the hook itself loads none of it. */
export const settingsOf: Readonly<Record<ClientName, ClientSettings>> = {
  'claude-code': {
    file: '.claude/settings.json',
    userFile: '{CLAUDE_CONFIG_DIR|~/.claude}/settings.json',
    event: ['hooks', 'PreToolUse'],
    entry: matched('Bash'),
    trust:
      'Claude Code asks once whether you trust the folder; a running session reads the hook after a restart.',
  },
  codex: {
    file: '.codex/hooks.json',
    userFile: '{CODEX_HOME|~/.codex}/hooks.json',
    event: ['hooks', 'PreToolUse'],
    entry: matched('^Bash$'),
    trust:
      'Codex skips a hook in silence until you trust it with /hooks; a project has to be trusted as well.',
  },
  gemini: {
    file: '.gemini/settings.json',
    userFile: '{GEMINI_CLI_HOME|~}/.gemini/settings.json',
    event: ['hooks', 'BeforeTool'],
    entry: matched('run_shell_command', { name: 'surety', timeout: SECONDS * 1000 }),
    trust: 'Gemini CLI skips the hooks of a project in silence until you trust the folder.',
  },
  cursor: {
    file: '.cursor/hooks.json',
    userFile: '~/.cursor/hooks.json',
    event: ['hooks', 'preToolUse'],
    beside: { version: 1 },
    entry: (command) => ({ command, matcher: 'Shell', timeout: SECONDS }),
    trust: 'Cursor runs the hooks of a project only in a trusted workspace.',
  },
  copilot: {
    file: '.github/hooks/surety.json',
    userFile: '{COPILOT_HOME|~/.copilot}/hooks/surety.json',
    event: ['hooks', 'preToolUse'],
    beside: { version: 1 },
    entry: (bash) => ({ type: 'command', matcher: 'bash', bash, timeoutSec: SECONDS }),
    trust: 'Copilot CLI asks once whether you trust the folder.',
  },
  opencode: {
    file: '.opencode/plugins/surety.js',
    userFile: '{XDG_CONFIG_HOME|~/.config}/opencode/plugins/surety.js',
    event: null,
    entry: () => ({}),
    trust:
      'OpenCode does not ask whether you trust the project; it loads the plugin at its next start.',
  },
}

/** The line that a client runs before a command. */
export function hookCommand(client: ClientName, choices: HookChoices): string {
  return passing(client, [BARE, client, ...flagsOf(choices)].join(' '))
}

/**
 * Has a line pass where `surety` is missing or fails: some clients block every command of the shell otherwise, for
 * everybody who pulls the settings. Gemini CLI stops only the shell after its time limit, and waits as long as anybody
 * has the output of that open.
 */
export function passing(client: ClientName, call: string): string {
  return client === 'gemini'
    ? `o=$(exec ${call} 2>/dev/null) && echo "$o" || true`
    : `${call} 2>/dev/null || true`
}

const BARE = 'surety hook answer'

/** Finds what was chosen in a line of ours, also one of an earlier version; null if it is none. */
export function choicesOf(client: ClientName, line: string): HookChoices | null {
  const [, flags] =
    new RegExp(
      `^(?:o=\\$\\(exec )?${BARE} ${client}((?: --\\w+)*)(?: 2>/dev/null(?:\\) && echo "\\$o")? \\|\\| true)?$`,
    ).exec(line) ?? []
  return flags === undefined ? null : choicesIn(flags.split(' ').slice(1))
}

/** Finds what was chosen in the plugin of OpenCode. */
export function pluginChoices(text: string): HookChoices | null {
  const [, words] = /'surety', (\[[^\]]*\])/.exec(text) ?? []
  return words === undefined ? null : choicesIn(words.match(/--\w+/g) ?? [])
}

export const PLUGIN_START = '// Written by "surety hook install opencode".'

/** The plugin of OpenCode, whose hooks are functions: it asks the same command as the other clients do. */
export function openCodePlugin(choices: HookChoices): string {
  const words = ['hook', 'answer', 'opencode', ...flagsOf(choices)].map((word) => `'${word}'`)
  return `${PLUGIN_START}
import { execFile } from 'node:child_process'

const ask = (message) =>
  new Promise((resolve) => {
    const done = (_error, stdout) => resolve(stdout)
    const child = execFile('surety', [${words.join(', ')}], { timeout: 5000 }, done)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(message))
  })

export const Surety = async ({ directory }) => ({
  'tool.execute.before': async ({ tool }, output) => {
    if (tool !== 'bash') return
    try {
      const message = { tool_name: tool, tool_input: output.args, cwd: directory }
      Object.assign(output.args, JSON.parse(await ask(message)).args)
    } catch {
      // The call goes on as it was.
    }
  },
})
`
}
