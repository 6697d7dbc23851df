import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { nodeBinary } from '../processes/run-program.ts'
import { startSurety, surety as runSurety } from '../processes/run-surety.ts'
import { connect, root } from './connect.ts'

const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
afterAll(() => rmSync(folder, { recursive: true }))

const surety = [nodeBinary(), `${root}node_modules/@surety/cli/dist/cli/surety.cjs`]
const env = { HOME: folder, XDG_STATE_HOME: join(folder, 'state') }

test('serves a tool with a manifest through the client, in the dialect of the tool', async () => {
  const { client, call } = await connect([...surety, 'mcp', '--', `${root}examples/td/td`], { env })
  expect(client.getServerVersion()).toMatchObject({ name: 'td', version: '0.9.0' })
  const { envelope } = await call('search', { query: 'adds a task' })
  const names = envelope['data'].commands.map(({ command }: { command: string }) => command)
  expect(names[0]).toBe('add')
  for (const builtin of ['help', 'manifest', 'job status']) expect(names).not.toContain(builtin)
  const added = await call('call_write', {
    command: 'add',
    args: { content: '--urgent milk', label: ['shop', 'food'] },
  })
  expect(added).toMatchObject({
    isError: false,
    envelope: { ok: true, type: expect.any(String) },
    meta: { 'surety/dialect': 'td', 'surety/exit': 'SUCCESS' },
  })
  expect(added.text).toContain('--urgent milk')
  const wrong = await call('call_read', { command: 'ls', args: { lim: 3 } })
  expect(wrong).toMatchObject({ isError: true, envelope: { error: { code: expect.any(String) } } })
  await client.close()
})

test('confirms what a tool destroys before the tool is started', async () => {
  const { client, call, reports } = await connect(
    [...surety, 'mcp', '--tools', '*', '--', nodeBinary(), `${root}tests/bin/mcp/tool.mjs`],
    { env },
  )
  expect(client.getServerVersion()).toMatchObject({ name: 'vol' })
  const { tools } = await client.listTools()
  // Only manifests of contract 1.16 say which commands are not for MCP.
  const names = tools.map(({ name }) => name).toSorted()
  expect(names).toEqual(['count', 'list', 'remove', 'shell', 'wipe'])
  expect((await call('remove', { volume: 'v1' })).envelope['error']).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    message: "'remove' is destructive and needs confirm-destructive: true.",
  })
  const preview = await call('remove', { volume: 'v1', dryRun: true })
  expect(preview.envelope['data']).toMatchObject({ effect: 'would_delete' })
  const removed = await call('remove', { volume: 'v1', confirm_destructive: true })
  expect(removed.envelope).toMatchObject({ ok: true, data: { effect: 'deleted' } })
  const heard: unknown[] = []
  await call('count', {}, { onprogress: (progress) => heard.push(progress) })
  const said = [1, 2, 3].map((progress) => ({ progress, total: 3, message: 'counting' }))
  expect(reports()).toEqual(said.map((each) => expect.objectContaining(each)))
  // On a busy machine the client reads the last one together with the answer, and drops it.
  expect([said, said.slice(0, 2)]).toContainEqual(heard)
  await client.close()
})

test('serves a third-party tool without a manifest by its profile', async () => {
  const profile = join(folder, 'semver.yaml')
  writeFileSync(
    profile,
    `schema_version: '1.0'
tool: semver
command: [${JSON.stringify(`${root}node_modules/.bin/semver`)}]
timeout_seconds: 20
probes:
  - { name: sort, argv: ['1.2.3', '1.0.0'], kind: read }
  - { name: bad, argv: ['--nope'], kind: invalid }
  - { name: drop, argv: ['1.0.0'], kind: destructive, dry_run_flag: --loose }
`,
  )
  const { client, call } = await connect([...surety, 'mcp', '--profile', profile], { env })
  const { envelope } = await call('search')
  expect(envelope['data'].commands).toMatchObject([
    { command: 'sort', danger: 'safe' },
    { command: 'drop', danger: 'destructive', confirmed_by: 'confirm' },
    { command: 'run', danger: 'destructive', confirmed_by: 'confirm' },
  ])
  // Words that nobody declared could do anything.
  const widened = { command: 'sort', args: { output: '/etc/x', delete: true } }
  expect((await call('call_read', widened)).envelope['error']).toMatchObject({
    code: 'UNKNOWN_FLAG',
    message: "'sort' has no argument 'output'.",
  })
  const sorted = await call('call_read', { command: 'sort' })
  expect(sorted.envelope['data']).toMatchObject({ stdout: '1.0.0\n1.2.3\n', exit_code: 0 })
  const run = (argv: readonly string[], more = {}) =>
    call('call_write', { command: 'run', args: { argv, ...more } })
  // Words of the profile are as dangerous as it says, all others may do anything.
  expect((await run(['1.2.3', '1.0.0'])).envelope['data'].stdout).toBe('1.0.0\n1.2.3\n')
  for (const argv of [['1.0.0'], ['-r', '^1', '1.4.0']])
    expect((await run(argv)).envelope['error'].code).toBe('CONFIRMATION_REQUIRED')
  const own = await run(['-r', '^1', '1.4.0'], { confirm: true })
  expect(own.envelope['data'].stdout).toBe('1.4.0\n')
  const failed = await run(['nonsense'], { confirm: true })
  expect(failed).toMatchObject({ isError: true, envelope: { ok: false } })
  const drop = await call('call_write', { command: 'drop' })
  expect(drop.envelope['error'].code).toBe('CONFIRMATION_REQUIRED')
  const dropped = await call('call_write', { command: 'drop', args: { confirm: true } })
  expect(dropped.envelope['data'].stdout).toBe('1.0.0\n')
  await client.close()
})

test('serves a described program by its ready description', async () => {
  const { client, call } = await connect([...surety, 'mcp', '--', 'git'], { env })
  const { envelope } = await call('search', { query: 'status' })
  const names = envelope['data'].commands.map(({ command }: { command: string }) => command)
  expect(names).toContain('status')
  // What nobody reads is not dropped.
  const stray = await call('call_read', { command: 'log', arguments: { limit: 1 } })
  expect(stray.envelope['error']).toMatchObject({
    code: 'UNKNOWN_FLAG',
    message: "This tool takes command and args, not 'arguments'.",
  })
  await client.close()
})

test('a ready description offers all other words too: reads at once, the rest confirmed', async () => {
  const { client, call } = await connect([...surety, 'mcp', '--', 'git'], { env, cwd: folder })
  const words = ['init', '--quiet', 'repository']
  const init = (more: object) => call('call_write', { command: 'call', args: { words, ...more } })
  expect((await init({})).envelope['error']).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect((await init({ 'confirm-destructive': true })).envelope).toMatchObject({ ok: true })
  const read = (given: readonly string[]) =>
    call('call_read', { command: 'read', args: { words: given } })
  // None of the commands that git's description has.
  expect((await read(['-C', 'repository', 'rev-parse', '--git-dir'])).envelope).toMatchObject({
    ok: true,
    data: { stdout: '.git\n' },
  })
  expect((await read(words)).envelope['error']).toMatchObject({ code: 'NOT_A_KNOWN_READ' })
  await client.close()
  const gh = await connect([...surety, 'mcp', '--', 'gh'], { env })
  const { envelope } = await gh.call('search')
  const names = envelope['data'].commands.map(({ command }: { command: string }) => command)
  // `run` is a group of gh's own.
  expect(names).toEqual(expect.arrayContaining(['read', 'call', 'run list', 'issue list']))
  await gh.client.close()
})

test('a program that wants credentials is final however it is called, and says so itself', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'mcp-gh-'))
  const refusal = 'HTTP 401: Bad credentials (https://api.github.com/graphql)'
  const script = `#!/bin/sh\necho '${refusal}' >&2\necho 'Try authenticating with:  gh auth login' >&2\nexit 1\n`
  writeFileSync(join(programs, 'gh'), script, { mode: 0o755 })
  const surroundings = { ...env, PATH: `${programs}:${process.env['PATH']}` }
  const { client, call } = await connect([...surety, 'mcp', '--', 'gh'], {
    env: surroundings,
    cwd: folder,
  })
  const issues = await call('call_read', { command: 'issue list' })
  const words = { words: ['release', 'list'] }
  const releases = await call('call_read', { command: 'read', args: words })
  await client.close()
  const ran = await runSurety(['run', '--json', '--', 'gh', 'release', 'list'], '', surroundings)
  rmSync(programs, { recursive: true })
  for (const envelope of [issues.envelope, releases.envelope, ran.envelope()])
    expect(envelope['error']).toMatchObject({
      code: 'AUTH_REQUIRED',
      message: refusal,
      retryable: false,
      suggestion: 'A person signs in with: gh auth login',
    })
})

test('a read that failed in passing may be called again, as surety run says it', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'mcp-curl-'))
  const refusal = 'curl: (7) Failed to connect to 127.0.0.1 port 1: Connection refused'
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\necho '${refusal}' >&2\nexit 7\n`, {
    mode: 0o755,
  })
  const surroundings = { ...env, PATH: `${programs}:${process.env['PATH']}` }
  const { client, call } = await connect([...surety, 'mcp', '--', 'curl'], {
    env: surroundings,
    cwd: folder,
  })
  const words = ['-sS', 'http://127.0.0.1:1/']
  const read = await call('call_read', { command: 'read', args: { words } })
  await client.close()
  const ran = await runSurety(['run', '--json', '--', 'curl', ...words], '', surroundings)
  rmSync(programs, { recursive: true })
  for (const envelope of [read.envelope, ran.envelope()])
    expect(envelope['error']).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: refusal,
      retryable: true,
    })
})

test('of a program whose calls are known, what reads runs and the rest is confirmed', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\n')
  const { client, call } = await connect([...surety, 'mcp', '--', 'sed'], { env, cwd: folder })
  const { envelope } = await call('search')
  expect(envelope['data'].commands).toMatchObject([
    { command: 'read', danger: 'safe' },
    { command: 'run', danger: 'destructive', confirmed_by: 'confirm-destructive' },
  ])
  const read = (words: readonly string[]) => call('call_read', { command: 'read', args: { words } })
  expect((await read(['-n', '2p', 'notes.txt'])).envelope['data']).toMatchObject({
    stdout: 'two\n',
  })
  const change = ['-i', 's/two/2/', 'notes.txt']
  expect((await read(change)).envelope['error']).toMatchObject({ code: 'NOT_A_KNOWN_READ' })
  const write = (more: object) =>
    call('call_write', { command: 'run', args: { words: change, ...more } })
  expect((await write({})).envelope['error']).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('one\ntwo\n')
  expect((await write({ 'confirm-destructive': true })).envelope).toMatchObject({ ok: true })
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('one\n2\n')
  await client.close()
})

test('calls a tool that is one command without a further word', async () => {
  const tool = [nodeBinary(), `${root}tests/bin/one-command.mjs`]
  const { client, call } = await connect([...surety, 'mcp', '--', ...tool], {
    env: { ...env, TRACE: join(folder, 'trace') },
  })
  const { envelope } = await call('search')
  expect(envelope['data'].commands).toMatchObject([{ command: 'one' }])
  const called = await call('call_write', { command: 'one', args: { name: '-Ada' } })
  expect(called.envelope['data']).toEqual({ greeting: 'Hello -Ada' })
  await client.close()
})

test('ends when nobody knows what commands the tool has, while its client waits', async () => {
  // Its standard input stays open, as that of a client does.
  const child = startSurety(['mcp', '--', nodeBinary(), '-e', '0'])
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(4)
  expect(JSON.parse(stderr.trim().split('\n').at(-1)!).error.code).toBe('NO_COMMANDS')
})

test('calls a tool of contract 1.16 that is one command', async () => {
  const tool = [nodeBinary(), `${root}tests/bin/one-safe-command.mjs`]
  const { client, call } = await connect([...surety, 'mcp', '--', ...tool], { env })
  expect(client.getServerVersion()).toMatchObject({ name: 'one-safe-command' })
  const { commands } = (await call('search')).envelope['data']
  expect(commands).toMatchObject([{ danger: 'safe' }])
  const called = await call('call_read', { command: commands[0].command, args: { name: 'Ada' } })
  expect(called.envelope['data']).toEqual({ greeting: 'Hello Ada' })
  await client.close()
})

test('fails before it serves on stderr alone, with the exit of the failure', async () => {
  const failures = [
    { argv: ['mcp', '--', 'no-such-tool'], code: 'PROGRAM_NOT_FOUND', exit: 5 },
    { argv: ['mcp', '--profile', '/no/such.yaml', '--json'], code: 'FILE_NOT_FOUND', exit: 5 },
    { argv: ['mcp', '--nope', '--', 'td'], code: 'UNKNOWN_FLAG', exit: 3 },
  ]
  await Promise.all(
    failures.map(async ({ argv, code, exit }) => {
      const ended = await runSurety(argv)
      expect(ended).toMatchObject({ stdout: '', code: exit })
      expect(JSON.parse(ended.stderr.trim().split('\n').at(-1)!)).toMatchObject({ error: { code } })
    }),
  )
  expect((await runSurety(['mcp', '--schema'])).stdout).toContain('"profile"')
})
