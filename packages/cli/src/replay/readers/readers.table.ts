/** A transcript of each client in its own form, small and written by hand, and the calls that it holds. */
export interface ReaderCase {
  readonly client: string
  readonly title: string
  readonly file: string
  readonly text: string
  readonly calls: readonly (readonly [
    session: string,
    command: string,
    output: string,
    exit: number | undefined,
    ...marks: 'not run'[],
  ])[]
}

const lines = (...values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const claude = (id: string, command: string, more: object = {}) => ({
  type: 'assistant',
  message: {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id, name: 'Bash', input: { command, description: 'Looks' } },
    ],
  },
  ...more,
})
const claudeEnd = (id: string, content: unknown, isError: boolean, more: object = {}) => ({
  type: 'user',
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
  },
  ...more,
})
const AT = { sessionId: 's-1', cwd: '/work', timestamp: '2026-11-01T10:00:00.000Z' }
const STREAM = { session_id: 's-2' }

const codexCall = (call_id: string, name: string, input: object) => ({
  timestamp: '2026-11-01T10:00:00.000Z',
  type: 'response_item',
  payload: { type: 'function_call', name, arguments: JSON.stringify(input), call_id },
})
const codexEnd = (call_id: string, output: unknown) => ({
  timestamp: '2026-11-01T10:00:01.000Z',
  type: 'response_item',
  payload: { type: 'function_call_output', call_id, output },
})
const CODEX_META = {
  timestamp: '2026-11-01T10:00:00.000Z',
  type: 'session_meta',
  payload: { id: 'th-1', cwd: '/work', originator: 'codex_cli_rs', cli_version: '0.169.0' },
}

export const READER_CASES: readonly ReaderCase[] = [
  {
    client: 'Claude Code',
    title: 'a session of Claude Code',
    file: 'session.jsonl',
    text: lines(
      { type: 'summary', summary: 'Work', leafUuid: 'x' },
      claude('t1', 'ls | head', AT),
      claudeEnd('t1', 'a\nb', false, {
        ...AT,
        toolUseResult: { stdout: 'a\nb', stderr: '', interrupted: false, isImage: false },
      }),
      claude('t2', 'npm test', AT),
      claudeEnd('t2', [{ type: 'text', text: 'Exit code 1\n1 failed' }], true, AT),
      claude('t7', 'gh pr view 1', AT),
      claudeEnd(
        't7',
        '<tool_use_error>Cancelled: parallel tool call Bash(npm test) errored</tool_use_error>',
        true,
        AT,
      ),
      claude('t3', 'rm -r x', AT),
      claudeEnd('t3', "The user doesn't want to proceed with this tool use.", true, AT),
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't4', name: 'Edit', input: {} }] },
        ...AT,
      },
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't5', name: 'Read', input: {} }] },
        ...AT,
      },
      claude('t6', 'sleep 999', AT),
    ),
    calls: [
      ['s-1', 'ls | head', 'a\nb', 0],
      ['s-1', 'npm test', '1 failed', 1],
      [
        's-1',
        'gh pr view 1',
        '<tool_use_error>Cancelled: parallel tool call Bash(npm test) errored</tool_use_error>',
        undefined,
        'not run',
      ],
      [
        's-1',
        'rm -r x',
        "The user doesn't want to proceed with this tool use.",
        undefined,
        'not run',
      ],
    ],
  },
  {
    client: 'Claude Code',
    title: 'the stream-json of Claude Code',
    file: 'agent_output.txt',
    text: lines(
      { type: 'system', subtype: 'init', cwd: '/work', tools: ['Bash'], ...STREAM },
      claude('t1', 'gh label list', STREAM),
      claudeEnd(
        't1',
        '<persisted-output>\nOutput too large (64.2KB). Full output saved to: x',
        false,
        STREAM,
      ),
      claude('t2', 'make', STREAM),
      claudeEnd('t2', 'Exit code 143\nCommand timed out after 2m 0.0s', true, STREAM),
      { type: 'result', subtype: 'success', is_error: false, result: 'Done', ...STREAM },
    ),
    calls: [
      [
        's-2',
        'gh label list',
        '<persisted-output>\nOutput too large (64.2KB). Full output saved to: x',
        0,
      ],
      ['s-2', 'make', 'Command timed out after 2m 0.0s', 143],
    ],
  },
  {
    client: 'Codex',
    title: 'a rollout of Codex, with each of its shells',
    file: 'rollout-2026-11-01T10-00-00-th-1.jsonl',
    text: lines(
      CODEX_META,
      { timestamp: 'x', type: 'turn_context', payload: { cwd: '/work/b', model: 'm' } },
      codexCall('c1', 'exec_command', { cmd: 'ls', yield_time_ms: 1000 }),
      codexEnd(
        'c1',
        'Chunk ID: abc123\nWall time: 0.1000 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\na\nb',
      ),
      codexCall('c2', 'shell', { command: ['bash', '-lc', 'npm test | tail -1'] }),
      codexEnd(
        'c2',
        JSON.stringify({ output: '1 failed', metadata: { exit_code: 0, duration_seconds: 1 } }),
      ),
      codexCall('c3', 'shell_command', { command: 'false' }),
      codexEnd('c3', 'Exit code: 1\nWall time: 0 seconds\nOutput:\n'),
      codexCall('c4', 'shell', { command: ['git', 'commit', '-m', 'a b'] }),
      codexEnd('c4', 'exec command rejected by user'),
      {
        timestamp: 'x',
        type: 'response_item',
        payload: {
          type: 'local_shell_call',
          call_id: 'c5',
          status: 'completed',
          action: { type: 'exec', command: ['pwd'], working_directory: '/c' },
        },
      },
      codexEnd('c5', [{ type: 'input_text', text: '/c\n…12 tokens truncated…\n' }]),
      {
        timestamp: 'x',
        type: 'response_item',
        payload: {
          type: 'custom_tool_call',
          call_id: 'c6',
          name: 'apply_patch',
          input: '*** Begin',
        },
      },
      codexCall('c7', 'shell', { command: ['apply_patch', '*** Begin Patch'] }),
      codexEnd('c7', 'Success.'),
    ),
    calls: [
      ['th-1', 'ls', 'a\nb', 0],
      ['th-1', 'npm test | tail -1', '1 failed', 0],
      ['th-1', 'false', '', 1],
      ['th-1', "git commit -m 'a b'", 'exec command rejected by user', undefined, 'not run'],
      ['th-1', 'pwd', '/c\n…12 tokens truncated…\n', undefined],
    ],
  },
  {
    client: 'Codex',
    title: 'what codex exec --json prints',
    file: 'exec.jsonl',
    text: lines(
      { type: 'thread.started', thread_id: 'th-2' },
      { type: 'turn.started' },
      {
        type: 'item.started',
        item: {
          id: 'i0',
          type: 'command_execution',
          command: "bash -lc 'ls -a'",
          status: 'in_progress',
        },
      },
      {
        type: 'item.completed',
        item: {
          id: 'i0',
          type: 'command_execution',
          command: "bash -lc 'ls -a'",
          aggregated_output: 'a\n',
          exit_code: 0,
          status: 'completed',
        },
      },
      {
        type: 'item.completed',
        item: { id: 'i1', type: 'file_change', changes: [], status: 'completed' },
      },
    ),
    calls: [['th-2', 'ls -a', 'a\n', 0]],
  },
  {
    client: 'one call a line',
    title: 'one call a line',
    file: 'mine.ndjson',
    text: lines(
      { agent: 'mine' },
      { command: 'ls', output: 'a\n', exit: 0, session: 's-3', time: '2026-11-01T10:00:00Z' },
      { command: 'make', output: '' },
      { command: 7, output: '' },
    ),
    calls: [
      ['s-3', 'ls', 'a\n', 0],
      ['mine.ndjson', 'make', '', undefined],
    ],
  },
]
