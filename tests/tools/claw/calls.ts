/** A successful call of every command, in an order that works. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'flush-transcript': ['flush-transcript', 'hello world', '--session-id', 'sess_abc123'],
  'list-sessions': ['list-sessions'],
  'load-session': ['load-session', 'sess_abc123'],
  'delete-session': ['delete-session', 'sess_abc123'],
  'show-command': ['show-command', 'add-dir'],
  'show-tool': ['show-tool', 'BashTool'],
  'exec-command': ['exec-command', 'add-dir', 'create src/parts/'],
  'exec-tool': ['exec-tool', 'BashTool', 'cargo build'],
  route: ['route', 'add a test', '--limit', '10'],
  bootstrap: ['bootstrap', 'hello'],
  'command-graph': ['command-graph'],
  'tool-pool': ['tool-pool'],
  'bootstrap-graph': ['bootstrap-graph'],
  'turn-loop': ['turn-loop', 'hello', '--max-turns', '2'],
}

/** A failing call, with its error kind in both versions. */
export interface FailingCall {
  readonly argv: readonly string[]
  readonly kind: string
  readonly legacyKind: string
  readonly retryable: boolean
}

/** Every kind of failure that claw can show; `damaged` and `blocked` are prepared by the test. */
export const FAILURES: readonly FailingCall[] = [
  failing(['no-such-command'], 'parse', 'cli_parse'),
  failing([], 'parse', 'cli_parse'),
  failing(['show-tool'], 'parse', 'cli_parse'),
  failing(['list-sessions', 'extra'], 'parse', 'cli_parse'),
  failing(['route', 'x', '--limit', 'many'], 'parse', 'cli_parse'),
  failing(['route', 'x', '--no-such-flag'], 'parse', 'cli_parse'),
  failing(['load-session', 'does-not-exist'], 'session_not_found', 'session_not_found'),
  failing(['load-session', 'damaged'], 'parse', 'session_load_failed'),
  failing(['load-session', 'foreign'], 'session', 'session_load_failed'),
  failing(['delete-session', 'folder'], 'filesystem', 'filesystem_io_error'),
  failing(
    ['flush-transcript', 'x', '--directory', 'blocked/sessions'],
    'filesystem',
    'filesystem_io_error',
  ),
  failing(['show-command', 'nothing'], 'command_not_found', 'command_not_found'),
  failing(['show-tool', 'nothing'], 'tool_not_found', 'tool_not_found'),
  failing(['exec-command', 'nothing', 'x'], 'command_not_found', 'command_not_found'),
  failing(['exec-tool', 'nothing', 'x'], 'tool_not_found', 'tool_not_found'),
  failing(['exec-tool', 'BashTool', 'x', '--deny-prefix', 'bash'], 'policy', 'unknown'),
  failing(['delete-session', '../x'], 'usage', 'cli_parse'),
]

function failing(argv: readonly string[], kind: string, legacyKind: string): FailingCall {
  return { argv, kind, legacyKind, retryable: false }
}

/** The successful calls as lines of a shell. */
export const LINES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CALLS).map(([name, argv]) => [name, argv.map(quoted).join(' ')]),
)

/** The failing calls as lines of a shell; the sessions that they need are in `prepared`. */
export const FAILING_LINES = FAILURES.map(({ argv, ...rest }) => {
  const isStored = ['load-session', 'delete-session'].includes(argv[0] ?? '')
  const words = [...argv, ...(isStored ? ['--directory', 'prepared'] : [])]
  return { line: words.map(quoted).join(' '), ...rest }
})

function quoted(word: string): string {
  return `'${word}'`
}
