import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { replay } from './replay.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Typed {
  readonly command: string
  readonly output: string
  readonly exit?: number
}

async function report(calls: readonly Typed[], env = {}) {
  const path = join(folder, 'calls.jsonl')
  writeFileSync(path, calls.map((call) => `${JSON.stringify({ exit: 0, ...call })}\n`).join(''))
  return replay([path], { env })
}

const rows = (count: number) => '1\tOPEN\tA title\n'.repeat(count)
const failed = ' Tests  1 failed | 3 passed (4)\n'
// Built here, so that no scanner takes it for one of ours.
const TOKEN = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
const PASSWORD = 'hunter2-Sup3rS3cret'

test.each<readonly [title: string, calls: readonly Typed[], said: readonly string[]]>([
  [
    'a failing test behind a pipe',
    [{ command: 'npm test 2>&1 | tail -3', output: failed }],
    ['hidden_failure: npm test failed; the pipe hid it'],
  ],
  [
    'a failing test whose exit is seen, and tests that pass',
    [
      { command: 'npm test', output: failed, exit: 1 },
      { command: 'npm test 2>&1 | tail -3', output: ' Tests  4 passed (4)\n' },
      { command: 'npm test; echo $?', output: `${failed}1\n` },
    ],
    [],
  ],
  [
    'a list at its default limit, and others',
    [
      { command: 'gh label list', output: rows(30) },
      { command: 'gh issue list --json number | jq length', output: '30\n' },
      { command: 'gh label list --limit 30', output: rows(30) },
      { command: 'gh label list', output: rows(29) },
    ],
    Array.from(
      { length: 2 },
      () => "stopped_list: 30 rows, gh's default limit: there may be more; --limit N",
    ),
  ],
  [
    'a secret that is printed, and one that is typed',
    [
      { command: 'cat config', output: `name: x\ntoken: ${TOKEN}\n` },
      { command: 'curl -H "Authorization: Bearer q8Zk2Lm9Xw4Rt7Yv" https://a.test', output: 'ok' },
    ],
    ['shown_secret: a secret in the output', 'shown_secret: a secret in the command itself'],
  ],
  [
    'variables, placeholders, code, and marks of other redactors',
    [
      { command: 'curl -H "Authorization: Bearer $TOKEN" https://a.test', output: 'ok' },
      { command: 'cat README', output: 'Set API_TOKEN=your-token-here, or token: <token>\n' },
      { command: 'cat a.ts', output: 'const { token: deviceTokenCandidate } = params\n' },
      { command: 'cat .env', output: 'A_TOKEN=[REDACTED]\nDB_PASSWORD=[REDACTED]\n' },
    ],
    [],
  ],
])('%s', async (_title, calls, said) => {
  const { findings } = await report(calls)
  expect(findings.map(({ kind, says }) => `${kind}: ${says}`)).toEqual(said)
})

test.each<readonly [where: string, calls: readonly Typed[]]>([
  ['in the name of a program', [{ command: `deploy-${TOKEN} --now | tail -1`, output: 'done' }]],
  [
    'before its name was seen',
    [
      { command: `vault open ${PASSWORD}; npm test | tail -1`, output: failed },
      { command: 'cat .env', output: `DB_PASSWORD=${PASSWORD}` },
    ],
  ],
  [
    'where it stands alone after it was shown with its name',
    [
      { command: 'cat a.yaml', output: `aws_secret_access_key: ${PASSWORD}\n` },
      { command: `grep -r ${PASSWORD} .; npm test | tail -1`, output: failed },
    ],
  ],
  [
    'that is one of our variables, or an option',
    [{ command: `mysql -p${PASSWORD}; npm test | tail -1`, output: failed }],
  ],
])('a secret %s is in no report', async (_where, calls) => {
  const text = JSON.stringify(await report(calls, { MY_TOKEN: PASSWORD }))
  expect(text).not.toContain(TOKEN)
  expect(text).not.toContain(PASSWORD)
})

test('what is older than a moment is left out, by its own time or else by that of its file', async () => {
  const path = join(folder, 'times.jsonl')
  const call = (time?: string) =>
    JSON.stringify({ command: 'gh label list', output: rows(30), time })
  writeFileSync(path, [call('2020-01-01T00:00:00Z'), call(), call('2031-01-01')].join('\n'))
  const { calls, from } = await replay([path], { env: {}, since: new Date('2026-01-01') })
  expect([calls, from]).toEqual([2, '2031-01-01T00:00:00.000Z'])
})
