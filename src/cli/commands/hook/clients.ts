import { join } from 'node:path'

export const CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'] as const
export type ClientName = (typeof CLIENTS)[number]

export function isClient(name: string): name is ClientName {
  return CLIENTS.some((client) => client === name)
}

export interface Place {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A client: where its settings are, what is written there, and the messages of its hook. */
export interface Client {
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
  /**
   * The rule that lets every rewritten command run without a question, or why there is none. It ends with `--`, because
   * `surety read --outside` and `surety read --network` are not what a person means to allow.
   */
  readonly allow: string
  /** The members of a message that hold the tool's name and its input, where they are other than those of most. */
  readonly message?: typeof SNAKE
  readonly tool: RegExp
  /** The answer that leaves a call as it is; never a decision. */
  readonly pass: string
  /** The answer that replaces the input of a call. */
  readonly rewrite: (input: object) => object
}

/** Fills a path in: `~` is the home, `{NAME|path}` a variable or else a path; none if both are missing. */
export function pathOf(path: string, { home, env }: Place): readonly string[] {
  const [start = '', name = '', otherwise = ''] = /^(?:~|\{(\w+)\|([^}]*)\})/.exec(path) ?? []
  const rest = path.slice(start.length)
  if (start === '') return [path]
  const found = start === '~' ? home : env[name] || otherwise.replace(/^~/, () => home)
  return found === '' ? [] : [join(found, rest)]
}

const matched =
  (matcher: string, more: object = {}) =>
  (command: string) => ({
    matcher,
    hooks: [{ type: 'command', command, ...more }],
  })

const BEFORE_USE = { hookEventName: 'PreToolUse' }
/** Where most clients put the tool's name and its input. */
export const SNAKE = { tool: 'tool_name', input: 'tool_input' }

/** All that differs from client to client; the last version that each was read or tried with is in the docs. */
export const clients: Readonly<Record<ClientName, Client>> = {
  'claude-code': {
    file: '.claude/settings.json',
    userFile: '{CLAUDE_CONFIG_DIR|~/.claude}/settings.json',
    event: ['hooks', 'PreToolUse'],
    entry: matched('Bash'),
    trust:
      'Claude Code asks once whether you trust the folder; a running session reads the hook after a restart.',
    allow: 'Bash(surety read -- *) in permissions.allow',
    tool: /^Bash$/,
    pass: '',
    rewrite: (updatedInput) => ({ hookSpecificOutput: { ...BEFORE_USE, updatedInput } }),
  },
  codex: {
    file: '.codex/hooks.json',
    userFile: '{CODEX_HOME|~/.codex}/hooks.json',
    event: ['hooks', 'PreToolUse'],
    entry: matched('^Bash$'),
    trust:
      'Codex skips a hook in silence until you trust it with /hooks; a project has to be trusted as well.',
    allow: 'prefix_rule(pattern = ["surety", "read", "--"], decision = "allow") in a .rules file',
    tool: /^Bash$/,
    pass: '',
    // Codex takes a rewrite only beside this word; its own rules still judge the new command.
    rewrite: (updatedInput) => ({
      hookSpecificOutput: { ...BEFORE_USE, permissionDecision: 'allow', updatedInput },
    }),
  },
  gemini: {
    file: '.gemini/settings.json',
    userFile: '{GEMINI_CLI_HOME|~}/.gemini/settings.json',
    event: ['hooks', 'BeforeTool'],
    entry: matched('run_shell_command', { name: 'surety' }),
    trust: 'Gemini CLI skips the hooks of a project in silence until you trust the folder.',
    // A list in tools.allowed denies every other command where nobody can be asked.
    allow:
      '[[rule]] toolName = "run_shell_command", commandPrefix = "surety read --", decision = "allow", priority = 100 in ~/.gemini/policies/surety.toml',
    tool: /^run_shell_command$/,
    pass: '{}',
    rewrite: (tool_input) => ({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input } }),
  },
  cursor: {
    file: '.cursor/hooks.json',
    userFile: '~/.cursor/hooks.json',
    event: ['hooks', 'preToolUse'],
    beside: { version: 1 },
    entry: (command) => ({ command, matcher: 'Shell' }),
    trust: 'Cursor runs the hooks of a project only in a trusted workspace.',
    allow: 'None is safe: a rule of Cursor names a program, and surety run starts any other.',
    tool: /^Shell$/,
    pass: '{}',
    // Cursor takes a rewrite only beside this word.
    rewrite: (input) => ({ permission: 'allow', updated_input: input }),
  },
  copilot: {
    file: '.github/hooks/surety.json',
    userFile: '{COPILOT_HOME|~/.copilot}/hooks/surety.json',
    event: ['hooks', 'preToolUse'],
    beside: { version: 1 },
    entry: (bash) => ({ type: 'command', matcher: 'bash', bash }),
    trust: 'Copilot CLI asks once whether you trust the folder.',
    allow: 'None is safe: a rule of Copilot cannot tell surety read from surety read --outside.',
    message: { tool: 'toolName', input: 'toolArgs' },
    tool: /^bash$/,
    pass: '',
    rewrite: (modifiedArgs) => ({ modifiedArgs }),
  },
  opencode: {
    file: '.opencode/plugins/surety.js',
    userFile: '{XDG_CONFIG_HOME|~/.config}/opencode/plugins/surety.js',
    event: null,
    entry: () => ({}),
    trust: 'OpenCode asks for none; it loads the plugin at its next start.',
    allow: '"surety read -- *": "allow" in permission.bash',
    tool: /^bash$/,
    pass: '{}',
    rewrite: (args) => ({ args }),
  },
}

/**
 * The line that a client runs. It passes where `surety` is missing or fails: some clients block every command of the
 * shell otherwise, for everybody who pulls the settings.
 */
export function hookCommand(client: ClientName): string {
  return `${BARE}${client} 2>/dev/null || true`
}

const BARE = 'surety hook answer '

/** Tests for a line of ours, also one of an earlier version. */
export function isHookCommand(client: ClientName, line: string): boolean {
  return line === hookCommand(client) || line === `${BARE}${client}`
}

/** The plugin of OpenCode, whose hooks are functions: it asks the same command as the other clients do. */
export const OPENCODE_PLUGIN = `// Written by "surety hook install opencode".
import { execFile } from 'node:child_process'

const ask = (message) =>
  new Promise((resolve) => {
    const done = (_error, stdout) => resolve(stdout)
    const child = execFile('surety', ['hook', 'answer', 'opencode'], { timeout: 5000 }, done)
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
