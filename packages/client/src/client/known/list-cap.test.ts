import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { knownProgram } from './known-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-caps-'))
afterAll(() => rmSync(folder, { recursive: true }))

// A `gh` that notes that it was called.
writeFileSync(join(folder, 'gh'), `#!/bin/sh\necho "$*" >> ${folder}/asked\n`)
chmodSync(join(folder, 'gh'), 0o755)
const env = { PATH: `${folder}:/usr/bin:/bin`, SURETY_STATE_DIR: join(folder, 'state') }
const rows = (count: number, row = '1\tOPEN\tA title') => `${row}\n`.repeat(count)
const json = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 1 })))

async function said(argv: readonly string[], stdout: string) {
  const program = await knownProgram(argv, folder, env)
  if (program?.mayHide !== true) return undefined
  const end = await program.understand(0, { stdout, stderr: '' })
  program.close?.()
  return end?.warnings?.at(-1)
}
const line = (text: string, stdout: string) => said(['bash', '-c', text], stdout)
const call = (text: string, stdout: string) => said(text.split(' '), stdout)

/** What glab 1.53.0 prints around its rows. */
const headed = (count: number, row: string, header = '') =>
  `Showing ${count} of them on a/b. (Page 1)\n\n${header}${rows(count, row)}\n`
const OF_GLAB = "30 rows, glab's default limit: there may be more; --per-page N"

const NOTE = "30 rows, gh's default limit: there may be more; --limit N"

test.each([
  ['gh issue list', rows(30), NOTE],
  ['gh issue list --json number', json(30), NOTE],
  ['gh issue list --json number --jq length', '30\n', NOTE],
  ['glab ci list', headed(30, '(success) • #1\t(#1)\tmain\t(about 10 months ago)'), OF_GLAB],
  ['glab label list', headed(30, ' bug -> d (#fff)'), OF_GLAB],
  ['glab release list', headed(30, 'n\tv1\tabout 10 months ago'), OF_GLAB],
  [
    'glab schedule list',
    headed(30, '1\td\t* * * * *\tu', 'ID\tDescription\tCron\tOwner\n'),
    OF_GLAB,
  ],
  ['glab cluster agent list', headed(30, '1\tn\tabout', 'ID\tName\tCreated At\n'), OF_GLAB],
  ['glab repo contributors', headed(30, 'n\te@x\t3 commits'), OF_GLAB],
  ['glab repo list', headed(30, 'a/b\t\td'), OF_GLAB],
  ['glab user events', rows(30, 'Opened Issue t1 at .\n'), OF_GLAB],
  ['glab release list', headed(29, 'n\tv1\tabout 10 months ago'), undefined],
  ['gh issue list', rows(29), undefined],
  ['gh issue list', rows(31), undefined],
  ['gh issue list --limit 30', rows(30), undefined],
  ['gh issue list -L30', rows(30), undefined],
  ['gh issue view 3', rows(30), undefined],
  ['gh run list', rows(20), NOTE.replace('30', '20')],
  [
    'gh api repos/a/b/pulls',
    json(30),
    "30 rows, gh's default limit: there may be more; --paginate",
  ],
  ['gh api repos/a/b/pulls?per_page=30', json(30), undefined],
  ['timeout 9 gh issue list', rows(30), NOTE],
  [
    'helm list',
    `NAME\tREVISION\n${rows(256)}`,
    "256 rows, helm's default limit: there may be more; --max N",
  ],
  ['helm list', `NAME\tREVISION\n${rows(255)}`, undefined],
  ['helm list -q', rows(256), "256 rows, helm's default limit: there may be more; --max N"],
  [
    'kubectl logs -l app=x',
    rows(10),
    "10 rows, kubectl's default limit: there may be more; --tail N",
  ],
  ['kubectl logs x', rows(10), undefined],
  [
    'npm search x',
    'a\nVersion 1\n\n'.repeat(20),
    "20 rows, npm's default limit: there may be more; --searchlimit N",
  ],
])('%s', async (text, stdout, expected) => {
  expect(await call(text, stdout)).toBe(expected)
})

test.each([
  ['gh issue list', rows(30), NOTE],
  ['gh issue list --json number | jq length', '30\n', NOTE],
  ['gh issue list | wc -l', '      30\n', NOTE],
  ['cd src && gh issue list 2>&1 | cut -f1', rows(30, '1'), NOTE],
  ['gh issue list | grep -v x', rows(29), undefined],
  ['gh issue list | head -30', rows(30), undefined],
  ['gh issue list --limit 100 | jq length', '30\n', undefined],
  ['echo a; gh issue list', `a\n${rows(29)}`, undefined],
  ['cat list.txt | wc -l', '30\n', undefined],
])('in a line: %s', async (text, stdout, expected) => {
  expect(await line(text, stdout)).toBe(expected)
})

test('the limit is the one that is described; the program is asked for nothing', async () => {
  expect(await call('gh pr list', rows(40))).toBeUndefined()
  expect(existsSync(join(folder, 'asked'))).toBe(false)
})

test('npm asks a registry for as many packages as the description says, and the rest is told', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const size = new URL(request.url ?? '', 'http://registry').searchParams.get('size')
    // It may ask for its own newest version too.
    if (size !== null) asked.push(size)
    const one = (_: unknown, at: number) => ({
      package: {
        name: `p${at}`,
        version: '1.0.0',
        description: 'd',
        links: {},
        date: '2020-01-01',
        publisher: { username: 'a' },
        maintainers: [],
      },
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ objects: Array.from({ length: Number(size) }, one), total: 500 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const words = ['search', 'x', `--registry=http://127.0.0.1:${port}`]
  try {
    const { stdout } = await promisify(execFile)('npm', words, {
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    expect(asked).toEqual(['20'])
    expect(await said(['npm', ...words], stdout)).toBe(
      "20 rows, npm's default limit: there may be more; --searchlimit N",
    )
  } finally {
    server.close()
  }
})
