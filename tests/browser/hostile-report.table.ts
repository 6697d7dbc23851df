import type { Finding, Report, RunRecord } from '@surety/check'

const run = (id: string, more: Partial<RunRecord> = {}): RunRecord => ({
  id,
  probe: 'widget list',
  argv: ['./acme', 'widget', 'list'],
  command: `./acme widget list --filter 'a & b' </dev/null`,
  env: { NO_COLOR: '1', CI: null },
  cwd: '/work/acme',
  stdin: 'closed',
  stdin_text: null,
  reader: 'whole',
  sent: null,
  exit_code: 1,
  ended_by: null,
  stopped: null,
  start_error: null,
  left_behind: false,
  duration_ms: 42,
  stdout: bytes('{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"No widget."}}\n'),
  stderr: bytes(''),
  ...more,
})

function bytes(text: string) {
  return { text, base64: null, bytes: Buffer.byteLength(text), cut: false }
}

const binary = Buffer.from([0x6f, 0x6b, 0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x31, 0x6d, 0x0a])

/** Text that would run, restyle or rearrange the page if any of it became markup. */
export const HOSTILE =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"><!-- $& \u2028 \u202e'

const finding = (check: string, status: Finding['status'], more: Partial<Finding>): Finding => ({
  check,
  title: 'Every answer is one valid envelope',
  topic: 'envelope',
  severity: 'error',
  level: 1,
  requirements: ['REQ-F-004'],
  failure_modes: [2],
  status,
  summary: 'stdout has text before the envelope.',
  needs: null,
  why: 'An agent parses the whole of stdout. Anything beside the envelope makes it fail.',
  fix: 'Write notices to stderr, and the envelope as the only document on stdout.',
  evidence: [{ run: 'r1', says: 'The answer has no meta.' }],
  runs_checked: 3,
  reproduce: './acme widget list </dev/null',
  ...more,
})

/** A report about a tool that prints whatever it can to break the page. */
export const HOSTILE_REPORT: Report = {
  schema_version: '1.0',
  preset: 'envelope',
  preset_source: 'tool',
  failed_reads: [],
  tool: {
    name: 'acme',
    command: ['./acme'],
    version: '2.1.0',
    dialect: 'spec-1.0',
    dialect_source: 'manifest',
    described_by: ['manifest', 'help'],
    profile: null,
  },
  level: {
    asked: 3,
    reached: 0,
    levels: [
      { level: 1, status: 'broken' },
      { level: 2, status: 'broken' },
      { level: 3, status: 'broken' },
    ],
  },
  summary: {
    known: 0,
    broken: 2,
    warnings: 0,
    notes: 0,
    not_shown: 1,
    kept: 3,
    left_out: 1,
    not_run: 0,
  },
  findings: [
    finding('retry_hints', 'not_shown', {
      title: 'Failures say whether a retry can help',
      topic: 'envelope',
      level: 3,
      summary: 'No failure with a wait was seen.',
      needs: 'A probe that is rate limited, in the profile.',
      evidence: [],
      reproduce: null,
    }),
    finding('json_envelope', 'broken', {
      evidence: [
        { run: 'r1', says: 'The answer has no meta.' },
        { run: 'r2', says: HOSTILE },
      ],
    }),
    finding('exit_code_contract', 'broken', {
      title: 'Every exit code is one of the table',
      topic: 'exits',
      level: 2,
      summary: 'Exit 42 is not declared.',
      requirements: ['REQ-F-001', 'REQ-C-013'],
      evidence: [{ run: 'r3', says: 'Exit 42 is in no table.' }],
    }),
    finding('no_ansi', 'kept', {
      title: 'Answers have no colour',
      topic: 'streams',
      summary: 'None had.',
    }),
    finding('help_pure', 'kept', {
      title: 'Help is text on stdout',
      topic: 'discovery',
      summary: 'It is.',
    }),
    finding('cold_start', 'kept', {
      title: 'It starts fast',
      topic: 'cost',
      level: 3,
      summary: '80 ms.',
    }),
  ],
  left_out: [
    {
      check: 'paging_walk',
      title: 'Pages can be walked to the end',
      level: 3,
      reason: 'The manifest lists no command with --cursor.',
    },
  ],
  runs: [
    run('r1', { stderr: bytes('\u001b[33mwarning\u001b[0m: the cache is cold\n') }),
    run('r2', { probe: HOSTILE, stdout: bytes(`${HOSTILE}\n`), command: `echo '${HOSTILE}'` }),
    run('r3', {
      exit_code: 42,
      stdout: {
        text: binary.toString('utf8'),
        base64: binary.toString('base64'),
        bytes: 10,
        cut: false,
      },
      stderr: { ...bytes('x'.repeat(20_000)), bytes: 5_000_000, cut: true },
    }),
  ],
  started_at: '2026-03-04T05:06:07.000Z',
  duration_ms: 4200,
}
