import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { toolPath } from '../../../scripts/build/targets.mjs'
import { nodeBinary } from '../processes/run-program.ts'
import { callWith, connectHttp, listen, root, type HttpServer } from './connect.ts'

let server: HttpServer
let printed = ''

beforeAll(async () => {
  server = await listen([nodeBinary(), `${root}tests/bin/mcp/tool.mjs`, '--mcp-http', '0'])
  server.child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()))
})

afterAll(async () => {
  const { child } = server
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect({ code: child.exitCode, printed }).toEqual({ code: 143, printed: '' })
})

test.each(['legacy', 'auto'] as const)('serves a client of the era %s', async (mode) => {
  const client = await connectHttp(server, mode)
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
  const call = callWith(client)
  const heard: number[] = []
  const counted = await call(
    'call_read',
    { command: 'count' },
    { onprogress: ({ progress }) => heard.push(progress) },
  )
  expect(counted).toMatchObject({ isError: false, envelope: { ok: true, data: { counted: 3 } } })
  expect(heard).toEqual([1, 2, 3])
  const refused = await call('call_write', { command: 'remove', args: { volume: 'v1' } })
  expect(refused.envelope['error'].code).toBe('CONFIRMATION_REQUIRED')
  await client.close()
})

test('answers a call that adds a member to all objects, and those after it', async () => {
  const rough = await listen([
    nodeBinary(),
    `${root}tests/bin/faulty-handlers.mjs`,
    '--mcp-http',
    '0',
  ])
  const client = await connectHttp(rough, 'legacy')
  const call = callWith(client)
  for (const command of ['extends-all', 'fine'])
    expect(await call('call_read', { command })).toMatchObject({ isError: false })
  await client.close()
  rough.child.kill('SIGTERM')
})

/** Sends a request with other headers, which `fetch` would not let us set. */
async function statusOf(
  headers: Readonly<Record<string, string>>,
  path = '/mcp',
  body: string | Buffer = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
): Promise<number> {
  const { request } = await import('node:http')
  const sent = request({
    host: server.url.hostname,
    port: server.url.port,
    path,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
  response.resume()
  return response.statusCode
}

test('refuses callers without the token, from other sites and under other names', async () => {
  const { token } = server
  const authorized = { Authorization: `Bearer ${token}` }
  expect(await statusOf(authorized)).toBe(200)
  expect(await statusOf({ ...authorized, Origin: 'http://localhost:3000' })).toBe(200)
  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ Authorization: `Bearer ${token}x` })).toBe(401)
  expect(await statusOf({ ...authorized, Origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf({ ...authorized, Origin: 'null' })).toBe(403)
  expect(await statusOf({ ...authorized, Host: 'evil.example' })).toBe(403)
  expect(await statusOf(authorized, '/')).toBe(404)
  const garbled = Buffer.from('{"jsonrpc":"2.0","id":"\u00ff","method":"ping"}', 'latin1')
  expect(await statusOf(authorized, '/mcp', garbled)).toBe(400)
  expect(await statusOf(authorized, '/mcp', Buffer.alloc(5_000_000, ' '))).toBe(413)
})

test('listens on this machine alone', async () => {
  const { url } = server
  expect(url.hostname).toBe('127.0.0.1')
  const { networkInterfaces } = await import('node:os')
  const other = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (other)
    await expect(fetch(`http://${other.address}:${url.port}/mcp`)).rejects.toThrow('fetch failed')
})

const home = mkdtempSync(join(tmpdir(), 'mcp-'))
afterAll(() => rmSync(home, { recursive: true }))

const SEMVER = `schema_version: '1.0'
tool: semver
command: [${JSON.stringify(`${root}node_modules/.bin/semver`)}]
timeout_seconds: 20
probes:
  - { name: sort, argv: ['1.2.3', '1.0.0'], kind: read }
`

// The other reference tools are called over stdio (reference-tools.test.ts).
test('serves reference tools and a third-party one, each in its dialect', async () => {
  const profile = join(home, 'semver.yaml')
  writeFileSync(profile, SEMVER)
  const reference = (name: string) => [join(root, toolPath(name)), '--mcp-http', '0']
  const foreign = [
    nodeBinary(),
    `${root}node_modules/@surety/cli/dist/cli/surety.cjs`,
    'mcp',
    '--http',
    '0',
  ]
  const calls = [
    { argv: reference('td'), command: 'ls', envelope: { ok: true, type: expect.any(String) } },
    {
      argv: reference('pay'),
      command: 'wallet address',
      args: { chain: 'base', name: 'X' },
      // Its document leaves out the context of errors over stdio alone.
      envelope: { error: { code: 'no_wallet', extra: { chain: 'base' } } },
    },
    {
      argv: [...foreign, '--profile', profile],
      command: 'sort',
      envelope: { data: { stdout: '1.0.0\n1.2.3\n' } },
    },
  ]
  await Promise.all(
    calls.map(async ({ argv, command, args = {}, envelope }) => {
      const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }
      const started = await listen(argv, env)
      const client = await connectHttp(started)
      const called = await callWith(client)('call_read', { command, args })
      await client.close()
      started.child.kill('SIGTERM')
      expect(called.envelope).toMatchObject(envelope)
      expect(JSON.parse(called.text)).toEqual(called.envelope)
    }),
  )
})
