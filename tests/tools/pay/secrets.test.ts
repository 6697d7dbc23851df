import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createHome, PASSPHRASE, type TestHome } from './test-home.ts'

const TOKEN = 'tok_live_51Hx9secret'

/** Lines of those below that are processes: a payment, a refused one, one that waits for its identity. */
const REAL = [3, 6, 7]

let home: TestHome
let outputs = ''
beforeAll(async () => {
  home = await createHome()
  const url = `https://someone:${TOKEN}@api.weather.example/today?api_key=${TOKEN}`
  const header = ['-H', `Authorization: Bearer ${TOKEN}`]
  const lines: readonly (readonly string[])[] = [
    ['wallet', 'create', '--chain', 'base', '--balance', '5'],
    ['wallet', 'create', '--chain', 'base'],
    ['pay', 'GET', url, ...header],
    ['pay', 'GET', url, ...header, '--full-output'],
    ['pay', 'GET', url, ...header, '--max-spend', '0'],
    ['pay', 'GET', url.replace('weather', 'slow'), ...header],
    ['pay', 'GET', url, '-H', `Bearer ${TOKEN}`],
    ['pay', 'GET', 'https://pending.identity.example/'],
    ['unlock', '--for', '1h'],
    ['history'],
    ['wallet', 'remove', '--chain', 'base', '--danger', '--skip-confirm'],
  ]
  for (const format of ['json', 'yaml', 'toon', 'md']) {
    for (const line of lines) {
      // A success, a refusal and an error with a secret show what a process adds to an answer; the others run in memory.
      const isReal = format === 'json' && REAL.includes(lines.indexOf(line))
      const { stdout, stderr } = await (isReal ? home.run : home.answer)([
        ...line,
        '--debug',
        '--format',
        format,
      ])
      outputs += stdout + stderr
    }
  }
  const wrong = await home.run(['wallet', 'create', '--chain', 'base', '--debug'], {
    AGENTSCORE_PAY_PASSPHRASE: 'hushhh',
  })
  outputs += wrong.stdout + wrong.stderr
})
afterAll(() => home.remove())

test.each([
  ['the passphrase', PASSPHRASE],
  ['a passphrase that was refused', 'hushhh'],
  ['a token of a header or an address', TOKEN],
  ['a secret in the context of an error', 'poll_simulated_3f9a'],
])('%s is in no output, not even under --debug', (_what, secret) => {
  expect(outputs.length).toBeGreaterThan(1000)
  expect(outputs).not.toContain(secret)
})

test('neither the passphrase nor a token is in any file', async () => {
  await home.run(['wallet', 'create', '--chain', 'base', '--balance', '5'])
  await home.answer(['unlock', '--for', '1h'])
  const files = await readdir(home.path, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  expect(paths.some((path) => path.endsWith('history.jsonl'))).toBe(true)
  expect(paths.some((path) => path.endsWith('base-default.json'))).toBe(true)
  for (const path of paths) {
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(PASSPHRASE)
    expect(text).not.toContain(TOKEN)
  }
})
