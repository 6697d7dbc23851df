import type { ReplayCall } from '../transcript.ts'

/** Calls of one session, or a change by another tool, and what rules say of them: `rule: says`. */
export interface RuleCase {
  readonly title: string
  readonly calls: readonly (Partial<ReplayCall> | 'change')[]
  readonly said: readonly string[]
}

const rows = (count: number) => '1\tOPEN\tA title\n'.repeat(count)
const ls = { command: 'ls', output: 'a\n', exit: 0 }
const missing = {
  command: 'gh issue view 99999',
  output: 'GraphQL: Could not resolve to an issue or pull request with the number of 99999.',
  exit: 1,
}
const missed = 'repeated_failure: the same failure again'
const create = {
  command: 'gh pr create --head x --title y',
  output: 'read: connection reset by peer',
  exit: 1,
}
const passed = Array.from({ length: 200 }, (_, at) => `test_a.py::test_${at} PASSED   [ 9%]`)

export const RULE_CASES: readonly RuleCase[] = [
  {
    title: 'a failing test behind a pipe',
    calls: [
      { command: 'npm test 2>&1 | tail -3', output: ' Tests  1 failed | 3 passed (4)\n', exit: 0 },
    ],
    said: ['hidden_failure: npm test failed; the pipe hid its exit'],
  },
  {
    title: 'a failing test whose exit is seen, and tests that pass',
    calls: [
      { command: 'npm test', output: ' Tests  1 failed | 3 passed (4)\n', exit: 1 },
      { command: 'npm test 2>&1 | tail -3', output: ' Tests  4 passed (4)\n', exit: 0 },
      { command: 'npm test; echo $?', output: ' Tests  1 failed | 3 passed (4)\n1\n', exit: 0 },
    ],
    said: [],
  },
  {
    title: 'a traceback that was caught: behind && nothing goes on after a failure',
    calls: [
      {
        command: 'python3 -c "import x" && python3 show.py',
        output: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\ngoes on\n',
        exit: 0,
      },
      {
        command: 'python3 server.py & sleep 3 && python3 ask.py',
        output: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n200 OK\n',
        exit: 0,
      },
    ],
    said: [],
  },
  {
    title: 'a list at its default limit, alone and counted behind a pipe',
    calls: [
      { command: 'gh label list', output: rows(30), exit: 0 },
      { command: 'gh issue list --json number | jq length', output: '30\n', exit: 0 },
      { command: 'gh label list --limit 30', output: rows(30), exit: 0 },
      { command: 'gh label list', output: rows(29), exit: 0 },
    ],
    said: Array.from(
      { length: 2 },
      () => "stopped_list: 30 rows, gh's default limit: there may be more; --limit N",
    ),
  },
  {
    title: 'a secret that is printed, and one that is typed',
    calls: [
      {
        command: 'cat config',
        output: 'name: x\ntoken: ghp_abcdefghijklmnopqrstuvwxyz0123456789\n',
      },
      { command: 'curl -H "Authorization: Bearer q8Zk2Lm9Xw4Rt7Yv" https://a.test', output: 'ok' },
      { command: 'env', output: 'HOME=/home/a\nDB_PASSWORD=tulip-garden\n' },
    ],
    said: [
      'shown_secret: a secret in the output',
      'shown_secret: a secret in the command itself',
      'shown_secret: a secret in the output; the command is known to print them',
    ],
  },
  {
    title: 'variables and placeholders, which are no secrets',
    calls: [
      { command: 'curl -H "Authorization: Bearer $TOKEN" https://a.test', output: 'ok' },
      { command: 'cat README', output: 'Set API_TOKEN=your-token-here, or token: <token>\n' },
      { command: 'cat a.ts', output: 'const { token: deviceTokenCandidate } = params\n' },
      { command: 'nl a.py', output: '48 signature = fileobj.read(8)\n51 sig == HDF5_SIGNATURE\n' },
    ],
    said: [],
  },
  {
    title: 'a failure that cannot get better, made twice',
    calls: [missing, ls, missing, missing],
    said: [
      `${missed} (NOT_FOUND); nothing was changed between`,
      'repeated_failure: the same failure for the 3. time (NOT_FOUND); nothing was changed between',
    ],
  },
  {
    title: 'the same failure after a change by an editor or by another command, or another failure',
    calls: [
      missing,
      'change',
      missing,
      { command: 'npm install', output: '', exit: 0 },
      missing,
      { ...missing, output: 'another reason' },
    ],
    said: [],
  },
  {
    title: 'failures that may get better',
    calls: [
      { command: 'gh pr view 1', output: 'HTTP 502: Bad Gateway', exit: 1 },
      { command: 'gh pr view 1', output: 'HTTP 502: Bad Gateway', exit: 1 },
      { command: 'sleep 5; ./ready', output: 'not yet', exit: 1 },
      { command: 'sleep 5; ./ready', output: 'not yet', exit: 1 },
      { command: 'grep x a', output: '', exit: 1 },
      { command: 'grep x a', output: '', exit: 1 },
    ],
    said: [],
  },
  {
    title: 'a write in doubt that is made again',
    calls: [create, create],
    said: [
      'repeated_write: it may have happened the first time; this tells: gh pr list --head x --state all --json number,url,state',
    ],
  },
  {
    title: 'a write in doubt after which somebody looked',
    calls: [create, { command: 'gh pr list --head x', output: '', exit: 0 }, create],
    said: [],
  },
  {
    title: 'an output of which few lines decide',
    calls: [
      {
        command: 'pytest -v',
        output: `${passed.join('\n')}\n==== 200 passed in 0.2s ====\n`,
        exit: 0,
      },
    ],
    said: ['long_output: '],
  },
  {
    title: 'a call that was refused, and one whose end is missing',
    calls: [
      { command: 'npm test | tail -1', output: ' Tests  1 failed (1)\n', isRefused: true },
      { command: 'gh label list', hasOutput: false },
    ],
    said: [],
  },
]
