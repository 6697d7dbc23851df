import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { nodeBinary } from '../processes/run-program.ts'
import { callWith, root } from './connect.ts'

/** The address and token that a server prints when it listens. */
let url: URL
let token: string
const server = spawn(nodeBinary(), [`${root}tests/bin/mcp-tool.mjs`, '--mcp-http', '0'], {
  env: { PATH: process.env['PATH'] ?? '' },
  stdio: ['ignore', 'pipe', 'pipe'],
  timeout: 60_000,
})
let printed = ''
server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))

beforeAll(async () => {
  let text = ''
  for await (const chunk of server.stderr) {
    text += (chunk as Buffer).toString()
    const [, address, secret] = /MCP at (\S+)\nBearer token: (\S+)\n/.exec(text) ?? []
    if (address === undefined || secret === undefined) continue
    url = new URL(address)
    token = secret
    break
  }
})

afterAll(async () => {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  expect({ code: server.exitCode, printed }).toEqual({ code: 143, printed: '' })
})

test.each(['legacy', 'auto'] as const)('serves a client of the era %s', async (mode) => {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
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

/** Sends a request with other headers, which `fetch` would not let us set. */
async function statusOf(headers: Readonly<Record<string, string>>, path = '/mcp'): Promise<number> {
  const { request } = await import('node:http')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const sent = request({
    host: url.hostname,
    port: url.port,
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
  const authorized = { Authorization: `Bearer ${token}` }
  expect(await statusOf(authorized)).toBe(200)
  expect(await statusOf({ ...authorized, Origin: 'http://localhost:3000' })).toBe(200)
  expect(await statusOf({})).toBe(401)
  expect(await statusOf({ Authorization: `Bearer ${token}x` })).toBe(401)
  expect(await statusOf({ ...authorized, Origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf({ ...authorized, Origin: 'null' })).toBe(403)
  expect(await statusOf({ ...authorized, Host: 'evil.example' })).toBe(403)
  expect(await statusOf(authorized, '/')).toBe(404)
})

test('listens on this machine alone', async () => {
  expect(url.hostname).toBe('127.0.0.1')
  const { networkInterfaces } = await import('node:os')
  const other = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (other)
    await expect(fetch(`http://${other.address}:${url.port}/mcp`)).rejects.toThrow('fetch failed')
})
