/** A client whose agents run commands of a shell. It is data alone, so that another client is another entry. */
interface HookClient {
  /** The file of a project that holds the hook, and that of a person; see `settingsFile`. */
  readonly file: string
  readonly userFile: string
  /** Which trust the client asks a person for before it runs the hook. */
  readonly trust: string
  /** What is in the file for each event; a client without it loads the file as code, see plugins.ts. */
  readonly settings?: {
    readonly events: readonly string[]
    /** One hook, with `LINE` where the line of the shell stands. */
    readonly entry: object
    readonly beside?: Readonly<Record<string, unknown>>
    /** How the line calls `CALL`. It passes where that fails: some clients block every command otherwise. */
    readonly line?: string
  }
  /** How a person adds the server that hooks of type `mcp_tool` ask, where the client has such hooks. */
  readonly register?: string
  /** What the client calls its shell. */
  readonly tool: string
  /** Where a message has the output: the first group of paths at which there is text. */
  readonly output: readonly (readonly string[])[]
  /** Where it has the exit as a number. */
  readonly exit?: string
  /** Where something stands if the command failed; with `=`, where exactly this text does. */
  readonly failed?: readonly string[]
  /** Where a text names the exit of a command, if it is not 0. */
  readonly says?: string
  /** Whether a command that did not fail is known to have ended with 0. */
  readonly isZero?: boolean
  /** What brings a line to the model, with `LINE` in its place. */
  readonly answer: object
}

export const LINE = '{line}'
export const CALL = '{call}'

/** A hook that takes longer is given up by the client. */
const SECONDS = 5

/** Codex, Gemini CLI and Claude Code understand the same answer. */
const CONTEXT = {
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: LINE },
}

const TABLE = {
  'claude-code': {
    file: '.claude/settings.json',
    userFile: '{CLAUDE_CONFIG_DIR|~/.claude}/settings.json',
    trust:
      'Claude Code asks once whether you trust the folder; a running session reads the hook after a restart.',
    settings: {
      events: ['PostToolUse', 'PostToolUseFailure'],
      entry: {
        matcher: 'Bash',
        hooks: [{ type: 'command', command: LINE, timeout: SECONDS }],
      },
    },
    register: 'claude mcp add surety-note -- surety hook note claude-code --serve',
    tool: 'Bash',
    output: [['error'], ['tool_response.stdout', 'tool_response.stderr']],
    failed: ['error'],
    isZero: true,
    answer: CONTEXT,
  },
  codex: {
    file: '.codex/hooks.json',
    userFile: '{CODEX_HOME|~/.codex}/hooks.json',
    trust:
      'Codex skips a hook in silence until you trust it with /hooks; a project has to be trusted as well.',
    settings: {
      events: ['PostToolUse'],
      entry: {
        matcher: '^Bash$',
        hooks: [{ type: 'command', command: LINE, timeout: SECONDS }],
      },
    },
    tool: 'Bash',
    // It hands no exit over.
    output: [['tool_response']],
    answer: CONTEXT,
  },
  gemini: {
    file: '.gemini/settings.json',
    userFile: '{GEMINI_CLI_HOME|~}/.gemini/settings.json',
    trust: 'Gemini CLI skips the hooks of a project in silence until you trust the folder.',
    settings: {
      events: ['AfterTool'],
      entry: {
        matcher: 'run_shell_command',
        hooks: [{ type: 'command', command: LINE, name: 'surety', timeout: SECONDS * 1000 }],
      },
      // It stops only the shell after its time limit, and waits as long as anybody has the output of that open.
      line: `o=$(exec ${CALL} 2>/dev/null) && echo "$o" || true`,
    },
    tool: 'run_shell_command',
    output: [['tool_response.returnDisplay'], ['tool_response.llmContent']],
    says: 'tool_response.llmContent',
    isZero: true,
    answer: CONTEXT,
  },
  cursor: {
    file: '.cursor/hooks.json',
    userFile: '~/.cursor/hooks.json',
    trust: 'Cursor runs the hooks of a project only in a trusted workspace.',
    settings: {
      events: ['postToolUse', 'postToolUseFailure'],
      entry: { command: LINE, matcher: 'Shell', timeout: SECONDS },
      beside: { version: 1 },
    },
    tool: 'Shell',
    output: [['tool_output.output']],
    exit: 'tool_output.exitCode',
    answer: { additional_context: LINE },
  },
  copilot: {
    file: '.github/hooks/surety.json',
    userFile: '{COPILOT_HOME|~/.copilot}/hooks/surety.json',
    trust: 'Copilot CLI asks once whether you trust the folder.',
    settings: {
      events: ['postToolUse', 'postToolUseFailure'],
      entry: { type: 'command', matcher: 'bash', bash: LINE, timeoutSec: SECONDS },
      beside: { version: 1 },
    },
    tool: 'bash',
    output: [['error'], ['toolResult.textResultForLlm']],
    failed: ['error', 'toolResult.resultType=failure'],
    answer: { additionalContext: LINE },
  },
  opencode: {
    file: '.opencode/plugins/surety.js',
    userFile: '{XDG_CONFIG_HOME|~/.config}/opencode/plugins/surety.js',
    trust:
      'OpenCode does not ask whether you trust the project; it loads the plugin at its next start.',
    tool: 'bash',
    output: [['tool_response.output']],
    exit: 'tool_response.exit',
    answer: { note: LINE },
  },
  pi: {
    file: '.pi/extensions/surety.js',
    userFile: '{PI_CODING_AGENT_DIR|~/.pi/agent}/extensions/surety.js',
    trust:
      'pi skips the extensions of a project in silence until you trust the folder with /trust.',
    tool: 'bash',
    output: [['tool_response.content']],
    failed: ['tool_response.isError'],
    isZero: true,
    answer: { note: LINE },
  },
} satisfies Readonly<Record<string, HookClient>>

export type ClientName = keyof typeof TABLE

export const CLIENTS: Readonly<Record<ClientName, HookClient>> = TABLE

export const CLIENT_NAMES = Object.keys(TABLE) as readonly ClientName[] as [
  ClientName,
  ...ClientName[],
]

/** Writes a template of the table with a text in the place of `LINE`. */
export function filled(template: object, line: string): object {
  const text = JSON.stringify(template, (_key, value: unknown) => (value === LINE ? line : value))
  return JSON.parse(text) as object
}
