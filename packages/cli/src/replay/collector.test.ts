import { expect, test } from 'vitest'

import { Collector } from './collector.ts'

const FILE = { path: 'session.jsonl', client: 'claude-code', changed: '2026-11-01T10:00:00.000Z' }
// Built here, so that no scanner takes it for one of ours.
const TOKEN = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
const PASSWORD = 'hunter2-Sup3rS3cret'

async function reportOn(...calls: readonly (readonly [command: string, output: string])[]) {
  const collector = new Collector({ env: {}, isRunUnasked: () => false, keepsRows: true })
  for (const [command, output] of calls)
    await collector.add(FILE, { session: 's-1', command, output, length: output.length, exit: 0 })
  return collector.report()
}

type Typed = readonly [command: string, output: string]

test.each<{ readonly where: string; readonly calls: readonly Typed[] }>([
  { where: 'in the name of a program', calls: [[`deploy-${TOKEN} --now`, 'done']] },
  {
    where: 'before its name was seen',
    calls: [
      [`vault open ${PASSWORD}`, 'open'],
      ['cat .env', `DB_PASSWORD=${PASSWORD}`],
    ],
  },
  {
    where: 'in an output before its name was seen',
    calls: [
      ['gh label list', `${PASSWORD}\n`.repeat(30)],
      ['cat .env', `DB_PASSWORD=${PASSWORD}`],
    ],
  },
])('a secret $where is in no report', async ({ calls }) => {
  const text = JSON.stringify(await reportOn(...calls))
  expect(text).not.toContain(TOKEN)
  expect(text).not.toContain(PASSWORD)
})

test('a secret beside one that somebody else took out is found', async () => {
  const { found } = await reportOn(['cat .env', `A_TOKEN=[REDACTED]\nB_TOKEN=${TOKEN}\n`])
  expect(found['shown_secret']).toBe(1)
})

test('what somebody else took out is no secret that was shown', async () => {
  const { found } = await reportOn(['cat .env', 'A_TOKEN=[REDACTED]\nDB_PASSWORD=[REDACTED]\n'])
  expect(found['shown_secret']).toBe(0)
})
