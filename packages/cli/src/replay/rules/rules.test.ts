import { expect, test } from 'vitest'

import { Collector } from '../collector.ts'
import type { ReplayCall } from '../transcript.ts'
import { RULES } from './registry.ts'
import { RULE_CASES, type RuleCase } from './rules.table.ts'

/** What the client runs by itself. */
const isRunUnasked = (calls: readonly (readonly string[])[]) =>
  calls.every(([name = '']) => /^(?:ls|head)$/.test(name))
const FILE = { path: 'a.jsonl', client: 'claude-code', changed: '2026-11-01T10:00:00.000Z' }

async function collect(calls: RuleCase['calls'], env = {}) {
  const collector = new Collector({ env, isRunUnasked, keepsRows: true })
  for (const call of calls)
    if (call === 'change') collector.changed(FILE, 's')
    else await collector.add(FILE, whole(call))
  return collector.report()
}

function whole(call: Partial<ReplayCall>): ReplayCall {
  const { output = '', command = '' } = call
  return { session: 's', ...call, command, output, length: output.length }
}

test.each(RULE_CASES)('of $title it is said what was missed, and nothing else', async (each) => {
  const { findings } = await collect(each.calls)
  const said = findings.map(({ rule, says }) => `${rule}: ${says}`)
  expect(said).toHaveLength(each.said.length)
  for (const [at, start] of each.said.entries()) expect(said[at]).toContain(start)
})

test('every rule that marks calls has a case', () => {
  const marking = RULES.flatMap(({ id, isCounted }) => (isCounted ? [] : [id]))
  const shown = new Set(RULE_CASES.flatMap(({ said }) => said.map((text) => text.split(':')[0])))
  expect(shown).toEqual(new Set(marking))
})

test('what one rule covers and what asks is counted, and programs that nobody has described', async () => {
  const lines = [
    'ls -la | head -3',
    'gh issue list',
    'curl https://a.test',
    'npm install',
    'frobnicate --all',
    'cd x && frobnicate',
    'while true; do ls; done',
  ]
  const report = await collect(lines.map((command) => ({ command, output: 'x', exit: 0 })))
  expect(report.permission).toEqual({ refused: 0, unasked: 1, covered: 0, network: 2, asks: 4 })
  expect(report.undescribed).toEqual([{ name: 'frobnicate', calls: 2 }])
  expect(report.asking.map(({ name }) => name)).toEqual(['frobnicate', '(a script)', 'npm'])
})

test('a secret that was shown with its name is redacted where it stands alone later', async () => {
  const secret = 'D4w8z9wKN1aVeT3BpQj6kIuN7wH8X0M9KfV5OqzF'
  const report = await collect([
    { command: 'cat a.yaml', output: `aws_secret_access_key: ${secret}\n`, exit: 0 },
    { command: `grep -r ${secret} .`, output: `b.py:12:${secret}\n`, exit: 0 },
  ])
  expect(JSON.stringify(report)).not.toContain(secret)
  expect(report.found['shown_secret']).toBe(2)
})

test('secrets are redacted in whatever is told', async () => {
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  const report = await collect(
    [
      {
        command: `mysql -psesame9 -e x; export GH_TOKEN=${token}`,
        output: `${token}\nmy-own-value`,
        exit: 0,
      },
      {
        command: 'echo my-own-value | gh secret set A',
        output: 'password: tulip12',
        exit: 0,
        session: token,
      },
    ],
    { MY_TOKEN: 'my-own-value' },
  )
  const text = JSON.stringify(report)
  for (const secret of [token, 'sesame9', 'my-own-value', 'tulip12'])
    expect(text).not.toContain(secret)
  expect(text).toContain('[REDACTED]')
})
