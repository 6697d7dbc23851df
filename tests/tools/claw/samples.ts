/** A document that the founding text of claw shows, and the call that gives one of the same shape. */
export interface Sample {
  readonly title: string
  readonly argv: readonly string[]
  readonly version: '1.0' | '2.0'
  readonly document: object
  /** Members of the sample that are given under another name or not at all, with the reason. */
  readonly differs?: Readonly<Record<string, string>>
}

const timestamp = '2026-04-22T10:10:00Z'
const at = (command: string, exit_code = 0) => ({ timestamp, command, exit_code })

/** Every sample, in the order of the text. */
export const SAMPLES: readonly Sample[] = [
  {
    title: 'the common fields',
    argv: ['list-sessions'],
    version: '2.0',
    document: { ...at('list-sessions'), output_format: 'json', schema_version: '2.0' },
  },
  {
    title: 'an error',
    argv: ['flush-transcript', 'x', '--directory', 'blocked/sessions'],
    version: '2.0',
    document: {
      ...at('exec-command', 1),
      error: {
        kind: 'filesystem',
        operation: 'write',
        target: '/tmp/nonexistent/out.md',
        retryable: true,
        message: 'No such file or directory',
        hint: 'intermediate directory does not exist; try mkdir -p /tmp/nonexistent',
      },
    },
  },
  {
    title: 'something not found',
    argv: ['load-session', 'does-not-exist'],
    version: '2.0',
    document: {
      ...at('load-session', 1),
      name: 'does-not-exist',
      found: false,
      error: {
        kind: 'session_not_found',
        message: "session 'does-not-exist' not found in .claw/sessions/",
        retryable: false,
      },
    },
  },
  {
    title: 'list-sessions of the binary',
    argv: ['list-sessions'],
    version: '1.0',
    document: {
      command: 'list-sessions',
      sessions: [
        {
          id: 'session-1775777421902-1',
          path: '/path/to/.claw/sessions/session-1775777421902-1.jsonl',
          updated_at_ms: 1775777421902,
          message_count: 0,
        },
      ],
    },
    differs: { command: 'the verb is in kind, as in the other samples of this generation' },
  },
  {
    title: 'list-sessions as planned',
    argv: ['list-sessions'],
    version: '2.0',
    document: {
      ...at('list-sessions'),
      output_format: 'json',
      schema_version: '1.0',
      directory: '.claw/sessions',
      sessions_count: 2,
      sessions: [
        {
          session_id: 'sess_abc123',
          created_at: '2026-04-21T15:30:00Z',
          last_modified: '2026-04-22T09:45:00Z',
          prompt_count: 5,
          stopped: false,
        },
      ],
    },
  },
  {
    title: 'delete-session of the binary, a stub there and real here',
    argv: ['delete-session', '../x'],
    version: '1.0',
    document: {
      type: 'error',
      command: 'delete-session',
      error: 'not_yet_implemented',
      kind: 'not_yet_implemented',
    },
  },
  {
    title: 'load-session of the binary',
    argv: ['load-session', 'sess_abc123'],
    version: '1.0',
    document: {
      command: 'load-session',
      session: {
        id: 'session-abc123',
        path: '/path/to/.claw/sessions/session-abc123.jsonl',
        messages: 5,
      },
    },
    differs: { command: 'the verb is in kind, as in the other samples of this generation' },
  },
  {
    title: 'load-session of the binary, nothing there',
    argv: ['load-session', 'nonexistent'],
    version: '1.0',
    document: {
      error: 'session not found: nonexistent',
      kind: 'session_not_found',
      type: 'error',
      hint: 'Hint: managed sessions live in .claw/sessions// ...',
    },
  },
  {
    title: 'load-session as planned',
    argv: ['load-session', 'sess_abc123'],
    version: '2.0',
    document: {
      ...at('load-session'),
      session_id: 'sess_abc123',
      loaded: true,
      directory: '.claw/sessions',
      path: '.claw/sessions/sess_abc123.jsonl',
    },
  },
  {
    title: 'flush-transcript of the binary, a stub there and real here',
    argv: ['flush-transcript', 'x', '--session-id', '../x'],
    version: '1.0',
    document: {
      type: 'error',
      command: 'flush-transcript',
      error: 'not_yet_implemented',
      kind: 'not_yet_implemented',
    },
  },
  {
    title: 'flush-transcript as planned',
    argv: ['flush-transcript', 'hello world', '--session-id', 'another'],
    version: '2.0',
    document: {
      ...at('flush-transcript'),
      session_id: 'sess_abc123',
      path: '.claw/sessions/sess_abc123.jsonl',
      flushed: true,
      messages_count: 12,
      input_tokens: 4500,
      output_tokens: 1200,
    },
  },
  {
    title: 'show-command',
    argv: ['show-command', 'add-dir'],
    version: '2.0',
    document: {
      ...at('show-command'),
      name: 'add-dir',
      found: true,
      source_hint: 'commands/add-dir/add-dir.tsx',
      responsibility: 'creates a new directory in the worktree',
    },
  },
  {
    title: 'show-tool',
    argv: ['show-tool', 'BashTool'],
    version: '2.0',
    document: {
      ...at('show-tool'),
      name: 'BashTool',
      found: true,
      source_hint: 'tools/BashTool/BashTool.tsx',
    },
  },
  {
    title: 'exec-command',
    argv: ['exec-command', 'add-dir', 'create src/util/'],
    version: '2.0',
    document: {
      ...at('exec-command'),
      name: 'add-dir',
      prompt: 'create src/util/',
      handled: true,
      message: 'created directory',
      source_hint: 'commands/add-dir/add-dir.tsx',
    },
  },
  {
    title: 'exec-tool',
    argv: ['exec-tool', 'BashTool', 'cargo build'],
    version: '2.0',
    document: {
      ...at('exec-tool'),
      name: 'BashTool',
      payload: 'cargo build',
      handled: true,
      message: 'exit code 0',
      source_hint: 'tools/BashTool/BashTool.tsx',
    },
  },
  {
    title: 'route',
    argv: ['route', 'add a test', '--limit', '10'],
    version: '2.0',
    document: {
      ...at('route'),
      prompt: 'add a test',
      limit: 10,
      match_count: 3,
      matches: [
        {
          kind: 'command',
          name: 'add-file',
          score: 0.92,
          source_hint: 'commands/add-file/add-file.tsx',
        },
      ],
    },
  },
  {
    title: 'bootstrap',
    argv: ['bootstrap', 'init a test'],
    version: '2.0',
    document: {
      ...at('bootstrap'),
      prompt: 'hello',
      setup: {
        python_version: '3.13.12',
        implementation: 'CPython',
        platform_name: 'darwin',
        test_command: 'pytest',
      },
      routed_matches: [{ kind: 'command', name: 'init', score: 0.85, source_hint: '...' }],
      turn: { prompt: 'hello', output: '...', stop_reason: 'completed' },
      persisted_session_path: '.claw/sessions/sess_abc.jsonl',
    },
  },
  {
    title: 'command-graph',
    argv: ['command-graph'],
    version: '2.0',
    document: {
      ...at('command-graph'),
      builtins_count: 185,
      plugin_like_count: 20,
      skill_like_count: 2,
      total_count: 207,
      builtins: [{ name: 'add-dir', source_hint: 'commands/add-dir/add-dir.tsx' }],
      plugin_like: [],
      skill_like: [],
    },
  },
  {
    title: 'tool-pool',
    argv: ['tool-pool'],
    version: '2.0',
    document: {
      ...at('tool-pool'),
      simple_mode: false,
      include_mcp: true,
      tool_count: 184,
      tools: [{ name: 'BashTool', source_hint: 'tools/BashTool/BashTool.tsx' }],
    },
  },
  {
    title: 'bootstrap-graph',
    argv: ['bootstrap-graph'],
    version: '2.0',
    document: {
      ...at('bootstrap-graph'),
      stages: ['stage 1', 'stage 2', '...'],
      note: 'bootstrap-graph is markdown-only in this version',
    },
  },
  {
    title: 'a success of the flat generation',
    argv: ['list-sessions'],
    version: '1.0',
    document: {
      kind: 'list-sessions',
      sessions: [{ id: 'abc123', created: '2026-04-22T10:00:00Z', turns: 5 }],
      type: 'success',
    },
  },
  {
    title: 'an error of the flat generation',
    argv: ['load-session', 'xyz789'],
    version: '1.0',
    document: {
      error: "session 'xyz789' not found in .claw/sessions",
      hint: "use 'list-sessions' to see available sessions",
      kind: 'session_not_found',
      type: 'error',
    },
  },
]
