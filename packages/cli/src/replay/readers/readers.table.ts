import { GEMINI_CASES } from './gemini.table.ts'
import { OPENCODE_CASES } from './opencode.table.ts'
import { lines, pretty, type ReaderCase } from './reader-case.table.ts'

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
    client: 'claude-code',
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
        'no output',
      ],
      [
        's-1',
        'rm -r x',
        "The user doesn't want to proceed with this tool use.",
        undefined,
        'isRefused',
      ],
      ['s-1', 'sleep 999', '', undefined, 'no output'],
    ],
    changes: 1,
  },
  {
    client: 'claude-code',
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
        'isCut',
      ],
      ['s-2', 'make', 'Command timed out after 2m 0.0s', 143, 'isEnded'],
    ],
  },
  {
    client: 'codex',
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
      ['th-1', "git commit -m 'a b'", 'exec command rejected by user', undefined, 'isRefused'],
      ['th-1', 'pwd', '/c\n…12 tokens truncated…\n', undefined, 'isCut'],
    ],
    changes: 2,
  },
  {
    client: 'codex',
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
    changes: 1,
  },
  {
    client: 'swe-agent',
    title: 'a trajectory of SWE-agent',
    file: 'repo-i1.traj',
    text: pretty({
      environment: 'swe_main',
      trajectory: [
        {
          action: 'ls -a\n',
          observation: 'a\nb\n',
          response: 'I look.\n```\nls -a\n```',
          state: '{"open_file": "n/a", "working_dir": "/repo"}\n',
          thought: 'I look.',
        },
        {
          action: 'edit 4:4\nx\nend_of_edit\n',
          observation: '[File: x]',
          state: { working_dir: '/repo' },
        },
        {
          action: 'sleep 99',
          observation: "The command 'sleep 99' was cancelled because it took more than 30 seconds.",
          state: {},
        },
      ],
      history: [{ role: 'system', content: 'trajectory: [{"action": "no"}]' }],
      info: { exit_status: 'submitted' },
    }),
    calls: [
      ['repo-i1', 'ls -a', 'a\nb\n', undefined],
      [
        'repo-i1',
        'sleep 99',
        "The command 'sleep 99' was cancelled because it took more than 30 seconds.",
        undefined,
        'isEnded',
      ],
    ],
    changes: 1,
  },
  {
    client: 'mini-swe-agent',
    title: 'a trajectory of mini-swe-agent with tool calls',
    file: 'task.traj.json',
    text: pretty({
      info: { model_stats: { api_calls: 2 }, mini_version: '2.1.0', exit_status: 'Submitted' },
      messages: [
        { role: 'system', content: 'You work.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'c1',
              function: { name: 'bash', arguments: '{"command": "npm test | tail -1"}' },
            },
          ],
          extra: { actions: [{ command: 'npm test | tail -1', tool_call_id: 'c1' }] },
        },
        {
          role: 'tool',
          tool_call_id: 'c1',
          content: '<returncode>0</returncode>\n<output>\n1 failed\n</output>',
          extra: { raw_output: '1 failed\n', returncode: 0, timestamp: 1793527200.5 },
        },
        { role: 'exit', content: '', extra: { exit_status: 'Submitted' } },
      ],
      trajectory_format: 'mini-swe-agent-1.1',
    }),
    calls: [['task', 'npm test | tail -1', '1 failed\n', 0]],
  },
  {
    client: 'mini-swe-agent',
    title: 'an older trajectory of mini-swe-agent, messages alone',
    file: 'old.traj.json',
    text: pretty([
      { role: 'system', content: 'Answer with\n```bash\nyour_command\n```' },
      { role: 'user', content: 'Solve it.' },
      { role: 'assistant', content: 'THOUGHT: x\n\n```bash\nls\n```' },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\na\nb\n</output>' },
      { role: 'assistant', content: '```mswea_bash_command\necho DONE\n```' },
    ]),
    calls: [
      ['old', 'ls', 'a\nb', 0],
      ['old', 'echo DONE', '', undefined, 'no output'],
    ],
  },
  {
    client: 'mini-swe-agent',
    title: 'thoughts of mini-swe-agent with blocks of other languages',
    file: 'thoughts.traj.json',
    text: pretty({
      info: { mini_version: '1.15.0' },
      messages: [
        {
          role: 'assistant',
          content:
            'THOUGHT: It has\n```python\nx = 1\n```\nSo I\n```\na b\n```\nlook:\n\n```bash\nls\n```',
        },
        { role: 'user', content: '<returncode>2</returncode>\n<output>\nno\n</output>' },
        { role: 'assistant', content: '```bash\npython -i\n```' },
        {
          role: 'user',
          content:
            'The last command <command>python -i</command> timed out and has been killed.\nThe output of the command was:\n <output>\n>>>\n</output>\nPlease try another command and make sure to avoid those requiring interactive input.',
        },
      ],
    }),
    calls: [
      ['thoughts', 'ls', 'no', 2],
      ['thoughts', 'python -i', '>>>', undefined, 'isEnded'],
    ],
  },
  {
    client: 'mini-swe-agent',
    title: 'what mini-swe-agent printed on a terminal',
    file: 'agent.log',
    text: [
      '\u001B[?2004hroot@1:/app# mini -t x\r',
      '{"not": "a record"',
      '\u001B[1;31mmini-swe-agent\u001B[0m\u001B[31m (step \u001B[0m\u001B[1m1\u001B[0m, $0.01):\r',
      '* Waiting for the LM to respond...\r\u001B[2KTHOUGHT: I look.\r',
      '\r',
      '```bash\r',
      'npm test | tail -1\r',
      '```\r',
      '\u001B[1;32mUser\u001B[0m:\r',
      '<returncode>0</returncode>\r',
      '<output>\r',
      '{"failed": 1}\r',
      '</output>\r',
      `\u001B[92m${'─'.repeat(80)}\u001B[0m\r`,
      'mini-swe-agent (step 2, $0.02):\r',
      '```bash\r',
      'echo DONE\r',
      '```\r',
      '',
    ].join('\n'),
    calls: [
      ['agent', 'npm test | tail -1', '{"failed": 1}', 0],
      ['agent', 'echo DONE', '', undefined, 'no output'],
    ],
  },
  {
    client: 'journal',
    title: 'our own journal',
    file: 'journal.jsonl',
    text: lines(
      { v: 1, started: true, time: '2026-11-01T10:00:00.000Z', call: 'x', attempt: 1, client: 'c' },
      {
        v: 1,
        time: '2026-11-01T10:00:01.000Z',
        call: 'x',
        tool: 'gh',
        command: 'pr create',
        argv: ['gh', 'pr', 'create', '--title', 'a b'],
        outcome: 'failure',
        exit: 'GENERAL_ERROR',
        exit_code: 1,
        verdict: 'stop',
        reason: 'x',
        attempt: 1,
      },
      { v: 1, time: '2026-11-01T10:00:01.000Z', call: 'x', tool: 'gh', answered: 10, printed: 20 },
    ),
    calls: [['2026-11-01', "gh pr create --title 'a b'", '', 1, 'no output']],
  },
  ...GEMINI_CASES,
  ...OPENCODE_CASES,
]
