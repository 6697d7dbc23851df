import { lines, pretty, type ReaderCase } from './reader-case.table.ts'

const openPart = (callID: string, command: string, output: string, metadata: object) => ({
  id: `prt_${callID}`,
  sessionID: 'ses_1',
  messageID: 'msg_1',
  type: 'tool',
  callID,
  tool: 'bash',
  state: {
    status: 'completed',
    input: { command, description: 'Looks' },
    output,
    title: command,
    metadata,
    time: { start: 1793527200000, end: 1793527201000 },
  },
})

/** The forms of calls that the published source of OpenCode writes. */
export const OPENCODE_CASES: readonly ReaderCase[] = [
  {
    client: 'opencode',
    title: 'what opencode run --format json prints',
    file: 'run.jsonl',
    text: lines(
      {
        type: 'step_start',
        timestamp: 1793527200000,
        sessionID: 'ses_1',
        part: { type: 'step-start' },
      },
      {
        type: 'tool_use',
        timestamp: 1793527200000,
        sessionID: 'ses_1',
        part: openPart('c1', 'npm test', '1 failed\n', { exit: 1, truncated: false }),
      },
    ),
    calls: [['ses_1', 'npm test', '1 failed\n', 1]],
  },
  {
    client: 'opencode',
    title: 'an export of OpenCode',
    file: 'export.json',
    text: pretty({
      info: { id: 'ses_1', title: 'Work', version: '1.18.0' },
      messages: [
        { info: { id: 'msg_0', role: 'user' }, parts: [{ type: 'text', text: 'Hello' }] },
        {
          info: { id: 'msg_1', role: 'assistant' },
          parts: [
            openPart('c1', 'cat long', '...output truncated...\n\nFull output saved to: x\n\nz', {
              exit: 0,
              truncated: true,
            }),
            openPart(
              'c2',
              'make',
              'a\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 10 ms.\n</shell_metadata>',
              { exit: null },
            ),
            { ...openPart('c3', '', '', {}), tool: 'edit' },
            { ...openPart('c4', '', '', {}), tool: 'skill' },
            {
              ...openPart('c5', 'npm start', '', {}),
              state: {
                status: 'error',
                input: { command: 'npm start' },
                error: 'Tool execution aborted',
                metadata: { output: 'ready\n', description: 'Starts', interrupted: true },
                time: { start: 1793527200000, end: 1793527201000 },
              },
            },
            {
              ...openPart('c6', 'rm a', '', {}),
              state: {
                status: 'error',
                input: { command: 'rm a' },
                error: 'The user rejected permission to use this specific tool call.',
                time: { start: 1793527200000, end: 1793527201000 },
              },
            },
            openPart('c7', 'top', 'a\n\n<metadata>\nUser aborted the command\n</metadata>', {}),
          ],
        },
      ],
    }),
    calls: [
      ['ses_1', 'cat long', '...output truncated...\n\nFull output saved to: x\n\nz', 0, 'isCut'],
      ['ses_1', 'make', 'a', undefined, 'isEnded'],
      ['ses_1', 'npm start', 'ready\n', undefined, 'isEnded'],
      [
        'ses_1',
        'rm a',
        'The user rejected permission to use this specific tool call.',
        undefined,
        'isRefused',
      ],
      ['ses_1', 'top', 'a', undefined, 'isEnded'],
    ],
    changes: 1,
  },
  {
    client: 'opencode',
    title: 'a part that an older OpenCode stored',
    file: 'prt_1.json',
    text: pretty(
      openPart(
        'c1',
        'make',
        'a\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 10 ms\n</bash_metadata>',
        { exit: null },
      ),
    ),
    calls: [['ses_1', 'make', 'a', undefined, 'isEnded']],
  },
]
