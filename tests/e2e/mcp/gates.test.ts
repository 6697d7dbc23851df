import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

import { nodeBinary, runProgram, type Loose } from '../processes/run-program.ts'
import { connect, root } from './connect.ts'

const tool = `${root}tests/bin/mcp/tool.mjs`

test('destroys nothing without the confirmation of the command, in either mode and era', async () => {
  const { client, call, reports } = await connect(
    [nodeBinary(), tool, '--mcp', '--mcp-tools=*', '--zone', 'north'],
    { era: 'auto' },
  )
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  const { tools } = await client.listTools()
  const hints = tools.map(({ name, annotations }) => [name, annotations?.destructiveHint ?? false])
  // Neither the hidden command nor the one for people is there.
  expect(hints).toEqual([
    ['list', false],
    ['remove', true],
    ['wipe', true],
    ['count', false],
  ])
  const remove = tools.find(({ name }) => name === 'remove')!
  expect(remove.description).toBe('Removes a volume. Cannot be undone: needs confirm-destructive.')
  expect(Object.keys(remove.inputSchema.properties!)).toEqual([
    'volume',
    'zone',
    'dry-run',
    'confirm-destructive',
    'idempotency-key',
  ])
  const refused = await call('remove', { volume: 'v1' })
  expect(refused.envelope['error']).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect(refused.envelope['meta'].details).toMatchObject({ would_affect: ['v1'] })
  expect((await call('wipe', { 'dry-run': true })).envelope['meta']).toMatchObject({
    dry_run: true,
  })
  expect((await call('list')).envelope['data']).toEqual({ removed: [], zone: 'north' })
  // Any usual spelling of the argument will do.
  await call('remove', { volume: 'v1', confirmDestructive: true })
  await call('wipe', { confirmDestructive: true })
  expect((await call('list')).envelope['data'].removed).toEqual(['v1', 'everything'])
  const locked = await call('remove', { volume: 'locked', confirm_destructive: true })
  expect(locked).toMatchObject({ isError: true, meta: { 'surety/exit': 'CONFLICT' } })
  expect(locked.envelope['error']).toMatchObject({
    code: 'LOCKED',
    retryable: true,
    retry_after: 2,
    suggestion: 'Wait until it is free.',
  })
  expect(locked.envelope['meta'].next_steps).toEqual({ action: 'wait' })
  const heard: Loose[] = []
  const onprogress = (progress: Loose) => heard.push(progress)
  await call('count', {}, { onprogress })
  const said = [1, 2, 3].map((progress) => ({ progress, total: 3, message: 'counting' }))
  expect(reports()).toEqual(said.map((each) => expect.objectContaining(each)))
  // On a busy machine the client reads the last one together with the answer, and drops it.
  expect([said, said.slice(0, 2)]).toContainEqual(heard)
  // However fast they come, the last one arrives.
  await call('count', { to: 20, pause: 0 }, { onprogress })
  expect(reports().at(-1)).toMatchObject({ progress: 20, total: 20, message: 'counting' })
  for (const flag of ['output', 'schema', 'nope'])
    expect((await call('list', { [flag]: '/tmp/x' })).envelope['error']).toMatchObject({
      code: 'UNKNOWN_FLAG',
      message: `'list' has no argument '${flag}'.`,
    })
  await client.close()
})

test('a call by name loads its own command alone, and finds none that is not offered', async () => {
  const { client, call, stderr } = await connect([nodeBinary(), tool, '--mcp'])
  const { envelope } = await call('call_read', { command: ' list ', args: { zone: 'south' } })
  expect(envelope['data']).toEqual({ removed: [], zone: 'south' })
  expect(stderr()).not.toContain('late was loaded')
  for (const command of ['shell', 'secret', 'late', 'version', 'list x', 'list --help', '', '--'])
    expect((await call('call_write', { command })).envelope['error']).toMatchObject({
      code: 'UNKNOWN_COMMAND',
    })
  expect(stderr()).toContain('late was loaded')
  await client.close()
})

const request = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const OPENING = request(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
})
const SLOW = { name: 'call_read', arguments: { command: 'slow' } }

test('a session of lines answers what is no message, finishes its calls and exits with 0', async () => {
  const input = [
    'nonsense',
    '[]',
    '{"jsonrpc":"2.0","id":"x"}',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}',
    '',
    OPENING,
    request(2, 'tools/call', { name: 'call_read', arguments: { command: 'count' } }),
    request(3, 'tools/call', { name: 'call_write', arguments: { command: 'shell' } }),
    request(4, 'no/such/method', {}),
  ].join('\n')
  const { documents, stdout, code } = await runProgram('mcp/tool.mjs', ['--mcp'], { input })
  expect(code).toBe(0)
  expect(documents).toHaveLength(stdout.trim().split('\n').length)
  const byId = (id: unknown) => documents.find((document) => document['id'] === id)!
  expect(documents.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual([
    -32_700, -32_600,
  ])
  expect(byId('x')['error'].code).toBe(-32_600)
  expect(byId(7)['error'].code).toBe(-32_600)
  expect(byId(2)['result'].structuredContent).toMatchObject({ ok: true, data: { counted: 3 } })
  expect(byId(3)['result'].structuredContent.error.code).toBe('UNKNOWN_COMMAND')
  expect(byId(4)['error'].code).toBe(-32_601)
})

test('a signal and wrong flags are answered on stderr, and stdout stays empty', async () => {
  const rough = `${root}tests/bin/faulty-handlers.mjs`
  const child = spawn(nodeBinary(), [rough, '--mcp'], { stdio: 'pipe', timeout: 150_000 })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  child.stdin.write(`${OPENING}\n${request(2, 'tools/call', SLOW)}\n`)
  while (!told.includes('ready\n')) await once(child.stderr, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([143, null])
  expect(told).toContain('cleanup hook ran\n')
  const last = JSON.parse(told.trim().split('\n').at(-1)!) as Loose
  expect(last).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  const { stdout, stderr, code } = await runProgram('mcp/tool.mjs', ['--mcp-http', 'x'])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect((JSON.parse(stderr) as Loose)['error']).toMatchObject({
    code: 'INVALID_VALUE',
    message: "--mcp-http needs a port from 0 to 65535, not 'x'.",
  })
})

test('a client that is gone leaves no call behind', async () => {
  const rough = `${root}tests/bin/faulty-handlers.mjs`
  const child = spawn(nodeBinary(), [rough, '--mcp'], { stdio: 'pipe', timeout: 150_000 })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  child.stdin.write(`${OPENING}\n${request(2, 'tools/call', SLOW)}\n`)
  while (!told.includes('ready\n')) await once(child.stderr, 'data')
  child.stdout.destroy()
  // Its answer finds nobody.
  child.stdin.write(`${request(3, 'ping', {})}\n`)
  expect(await once(child, 'close')).toEqual([0, null])
  expect(told).toContain('cleanup hook ran\n')
})
