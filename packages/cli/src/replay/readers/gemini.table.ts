import { lines, pretty, type ReaderCase } from './reader-case.table.ts'

const geminiCall = (id: string, command: string, output: string, status = 'success') => ({
  id,
  name: 'run_shell_command',
  args: { command },
  status,
  timestamp: '2026-11-01T10:00:00.000Z',
  result: [{ functionResponse: { id, name: 'run_shell_command', response: { output } } }],
})
const outside = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`
const GEMINI_META = {
  sessionId: 'g-1',
  projectHash: 'abc',
  startTime: '2026-11-01T10:00:00.000Z',
  lastUpdated: '2026-11-01T10:00:00.000Z',
}
const geminiMessage = (id: string, toolCalls: readonly object[]) => ({
  id,
  timestamp: '2026-11-01T10:00:00.000Z',
  type: 'gemini',
  content: 'I look.',
  toolCalls,
})

/** The forms of sessions that the published source of Gemini CLI writes. */
export const GEMINI_CASES: readonly ReaderCase[] = [
  {
    client: 'gemini',
    title: 'a session of Gemini CLI, whose messages are written again as they grow',
    file: 'session-2026-11-01T10-00-g1.jsonl',
    text: lines(
      GEMINI_META,
      geminiMessage('m1', [{ ...geminiCall('c1', 'ls', ''), status: 'executing', result: null }]),
      geminiMessage('m1', [geminiCall('c1', 'ls', 'Output: a\nb\nProcess Group PGID: 12')]),
      { $set: { lastUpdated: '2026-11-01T10:00:02.000Z' } },
      geminiMessage('m1', [geminiCall('c1', 'ls', 'Output: a\nb\nProcess Group PGID: 12')]),
      geminiMessage('m2', [
        geminiCall('c2', 'npm test', 'Output: 1 failed\nExit Code: 1\nProcess Group PGID: 13'),
        geminiCall(
          'c3',
          'make',
          'Command was cancelled by user before it could complete.',
          'cancelled',
        ),
        { id: 'c4', name: 'replace', args: {}, status: 'success', timestamp: 'x' },
      ]),
      { $patch: { updates: [{ id: 'm2', toolCalls: [geminiCall('c5', 'pwd', 'Output: /w')] }] } },
    ),
    calls: [
      ['g-1', 'ls', 'a\nb', 0],
      ['g-1', 'npm test', '1 failed', 1],
      ['g-1', 'make', '', undefined, 'isEnded'],
      ['g-1', 'pwd', '/w', 0],
    ],
    changes: 1,
  },
  {
    client: 'gemini',
    title: 'a session of Gemini CLI that marks what comes from outside',
    file: 'session-2026-11-01T10-00-g3.jsonl',
    text: lines(
      { ...GEMINI_META, kind: 'main' },
      geminiMessage('m1', [
        geminiCall('c1', 'ls', outside('Output: a\nb\nProcess Group PGID: 12')),
        geminiCall(
          'c2',
          'npm test',
          outside('Output: 1 failed\nExit Code: 1\nProcess Group PGID: 13'),
        ),
        geminiCall('c3', 'node a', outside('Output: (empty)\nSignal: 9\nProcess Group PGID: 14')),
        geminiCall(
          'c4',
          'cat long',
          `Output too large. Showing first 800 and last 3,200 characters. For full output see: /t/c4.txt\n<untrusted_context>\nOutput: a\n\n... [9,000 characters omitted] ...\n\nz\nExit Code: 3\nProcess Group PGID: 15\n</untrusted_context>`,
        ),
        geminiCall(
          'c5',
          'cat more',
          '<tool_output_masked>\n<untrusted_context>\nOutput: a\n\n... [90 lines omitted] ...\n\nz\nExit Code: 4\nProcess Group PGID: 16\n</untrusted_context>\n\nOutput too large. Full output available at: /t/c5.txt\n</tool_output_masked>',
        ),
      ]),
      geminiMessage('m2', [
        geminiCall(
          'c6',
          'make',
          outside(
            'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\nCC a.c\n',
          ),
        ),
        geminiCall(
          'c7',
          'npm start',
          outside('Command moved to background (PID: 9). Output hidden.'),
        ),
        geminiCall('c8', 'ls $(id)', 'Command injection detected: it was blocked.'),
        {
          ...geminiCall('c9', 'rm a', '', 'cancelled'),
          result: [
            {
              functionResponse: {
                id: 'c9',
                response: { error: '[Operation Cancelled] Reason: User did not allow tool call' },
              },
            },
          ],
        },
        { id: 'c10', name: 'activate_skill', args: {}, status: 'success', timestamp: 'x' },
        { id: 'c11', name: 'write_file', args: {}, status: 'success', timestamp: 'x' },
      ]),
      { $rewindTo: 'm1' },
      // What was masked later is written with the results of a whole turn.
      {
        $set: {
          messages: [
            geminiMessage('m3', [
              {
                ...geminiCall('c12', 'pwd', ''),
                result: [
                  ...geminiCall('c0', 'id', outside('Output: root')).result,
                  ...geminiCall('c12', 'pwd', outside('Output: /w')).result,
                ],
              },
            ]),
          ],
        },
      },
    ),
    calls: [
      ['g-1', 'ls', 'a\nb', 0],
      ['g-1', 'npm test', '1 failed', 1],
      ['g-1', 'node a', '', undefined, 'isEnded'],
      ['g-1', 'cat long', 'a\n\n... [9,000 characters omitted] ...\n\nz', 3, 'isCut'],
      ['g-1', 'cat more', 'a\n\n... [90 lines omitted] ...\n\nz', 4, 'isCut'],
      ['g-1', 'make', 'CC a.c\n', undefined, 'isEnded'],
      ['g-1', 'npm start', '', undefined, 'no output'],
      ['g-1', 'ls $(id)', 'Command injection detected: it was blocked.', undefined, 'isRefused'],
      [
        'g-1',
        'rm a',
        '[Operation Cancelled] Reason: User did not allow tool call',
        undefined,
        'isRefused',
      ],
      ['g-1', 'pwd', '/w', 0],
    ],
    changes: 1,
  },
  {
    client: 'gemini',
    title: 'an older session of Gemini CLI, one document',
    file: 'session-old.json',
    text: pretty({
      ...GEMINI_META,
      messages: [
        { id: 'm0', type: 'user', timestamp: 'x', content: 'Hello {"a": [1, "]"]}' },
        geminiMessage('m1', [
          geminiCall('c1', 'ls', 'Output: (empty)'),
          geminiCall(
            'c2',
            'cd a\nnode b',
            'Command: cd a\nnode b\nDirectory: (root)\nOutput: on it\nError: no such module\nError: (none)\nExit Code: 2\nSignal: (none)',
            'error',
          ),
          geminiCall('c3', 'node c', 'Output: Error: no such module\n    at c.js:1\nExit Code: 1'),
        ]),
      ],
    }),
    calls: [
      ['g-1', 'ls', '', 0],
      ['g-1', 'cd a\nnode b', 'on it\nError: no such module', 2],
      ['g-1', 'node c', 'Error: no such module\n    at c.js:1', 1],
    ],
  },
  {
    client: 'gemini',
    title: 'the stream-json of Gemini CLI',
    file: 'stream.jsonl',
    text: lines(
      { type: 'init', timestamp: '2026-11-01T10:00:00.000Z', session_id: 'g-2', model: 'm' },
      {
        type: 'tool_use',
        timestamp: '2026-11-01T10:00:00.000Z',
        tool_name: 'run_shell_command',
        tool_id: 'c1',
        parameters: { command: 'ls' },
      },
      { type: 'tool_result', timestamp: 'x', tool_id: 'c1', status: 'success', output: 'a\nb' },
      {
        type: 'tool_use',
        timestamp: 'x',
        tool_name: 'run_shell_command',
        tool_id: 'c2',
        parameters: { command: 'top' },
      },
      { type: 'tool_result', timestamp: 'x', tool_id: 'c2', status: 'success' },
      { type: 'message', timestamp: 'x', role: 'assistant', content: 'Done', delta: true },
      { type: 'result', timestamp: 'x', status: 'success', stats: {} },
    ),
    calls: [
      ['g-2', 'ls', 'a\nb', undefined],
      ['g-2', 'top', '', undefined, 'no output'],
    ],
  },
]
