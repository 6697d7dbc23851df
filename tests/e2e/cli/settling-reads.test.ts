import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const programs = mkdtempSync(join(tmpdir(), 'surety-settles-'))
const env = { PATH: `${programs}:${process.env['PATH']}` }
const READ = 'gh pr list --head a --state all --json number,url,state'
let bench: Bench

beforeAll(async () => {
  bench = await createBench()
  // Fails, or hangs once it has begun; lists a pull request for two branches only.
  const script = `#!/bin/sh
case "$*" in
  'pr create --head fails'*|'pr create --head made'*) echo 'read: connection reset by peer' >&2; exit 1 ;;
  'pr create'*) touch '${programs}/begun'"$4"; exec sleep 60 ;;
  'pr list --head a '*|'pr list --head made '*) echo '[{"number":7}]' ;;
  'pr list'*) echo '[]' ;;
esac
`
  writeFileSync(join(programs, 'gh'), script, { mode: 0o755 })
})
afterAll(async () => {
  await bench.killAll()
  await bench.remove()
  rmSync(programs, { recursive: true })
})

test('a failure in doubt names the read that tells', async () => {
  const call = ['--', 'gh', 'pr', 'create', '--head', 'fails']
  const read = READ.replace(' a ', ' fails ')
  const { envelope } = await bench.surety(['run', ...call], { env })
  expect(envelope).toMatchObject({
    ok: false,
    meta: { verdict: { reason: 'IN_DOUBT', settles: read } },
  })
  const { stderr } = await bench.surety(['run', '--text', ...call], { env })
  expect(stderr).toContain(`surety: This tells whether it happened: ${read}\n`)
  const line = await bench.surety(['sh', '--json', '--', 'cd . && gh pr create --head fails'], {
    env,
  })
  expect(line.envelope.meta.verdict).toMatchObject({ settles: read })
})

test.each([
  ['npm publish', 'npm error code ECONNRESET', 'npm view . versions --json'],
  [
    'kubectl apply -f a.yaml',
    'Unable to connect to the server: net/http: TLS handshake timeout',
    'kubectl get -f a.yaml -o yaml',
  ],
  [
    'git push origin main',
    'fatal: the remote end hung up unexpectedly',
    'git ls-remote origin main',
  ],
])('a connection that %s lost leaves it in doubt', async (call, stderr, read) => {
  const [name = '', ...words] = call.split(' ')
  const script = `#!/bin/sh\necho '${stderr}' >&2\nexit 1\n`
  writeFileSync(join(programs, name), script, { mode: 0o755 })
  const { envelope } = await bench.surety(['run', '--', name, ...words], { env })
  rmSync(join(programs, name))
  expect(envelope.meta.verdict).toMatchObject({
    reason: 'IN_DOUBT',
    settles: read,
    changed: 'unknown',
  })
})

test('calls of a batch that ended in doubt are listed, and settled by hand', async () => {
  const state = join(bench.folder, 'ended.state')
  const calls = join(bench.folder, 'ended.jsonl')
  const lines = ['made', 'fails'].map((id) => ({ id, argv: ['gh', 'pr', 'create', '--head', id] }))
  // Its words were refused, so it changed nothing.
  const refused = { id: 'refused', argv: ['ls', '--nonsense'] }
  writeFileSync(calls, [...lines, refused].map((each) => JSON.stringify(each)).join('\n'))
  const answer = async (...words: readonly string[]) =>
    (await bench.surety(['batch', ...words], { env })).envelope
  const run = ['run', calls, '--state', state, '--concurrency', '1'] as const
  const first = await bench.surety(['batch', ...run, '--format', 'jsonl'], { env })
  expect(first.lines[0].verdict).toMatchObject({ settles: READ.replace(' a ', ' made ') })
  expect((await answer('status', state)).data).toMatchObject({ failed: 3, in_doubt: 0 })
  expect((await answer('doubts', state)).data).toMatchObject([
    { id: 'made', ended: 'NO_CONNECTION' },
    { id: 'fails', ended: 'NO_CONNECTION' },
  ])
  await answer('settle', state, 'made', '--as', 'done')
  await answer('settle', state, 'fails', '--as', 'failed')
  expect((await answer('doubts', state)).data).toEqual([])
  expect((await answer('settle', state, 'made', '--as', 'done')).error.code).toBe(
    'CALL_NOT_IN_DOUBT',
  )
  const again = await bench.surety(['batch', ...run, '--format', 'jsonl'], { env })
  expect(again.lines.find(({ id }) => id === 'made')).toMatchObject({ ok: true, settled: true })
})
