import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'
import { root } from './connect.ts'

const METHODS = [
  'tools/call',
  'tools/list',
  'ping',
  'initialize',
  'server/discover',
  'subscriptions/listen',
  'logging/setLevel',
  'resources/list',
  'notifications/cancelled',
  'notifications/initialized',
  'nothing',
]

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const call = fc.record(
  {
    name: fc.constantFrom('search', 'describe', 'call_read', 'call_write', 'none'),
    arguments: fc.oneof(
      fc.jsonValue(),
      fc.record({
        command: fc.oneof(fc.constantFrom('list', 'remove', 'wipe', 'shell'), fc.jsonValue()),
        args: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
      }),
    ),
    _meta: fc.oneof(fc.constant(modern), fc.record({ progressToken: fc.jsonValue() })),
  },
  { requiredKeys: ['name'] },
)

const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, fc.jsonValue()),
    params: fc.oneof({ weight: 3, arbitrary: call }, fc.jsonValue()),
  },
  { requiredKeys: [] },
)

const line = fc.oneof(
  { weight: 8, arbitrary: message.map((value) => JSON.stringify(value)) },
  fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ')),
  fc.json(),
  fc.constantFrom('[]', '{}', '"', '['.repeat(5000), `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
)

test('answers whatever comes, with lines of JSON-RPC and nothing else, and goes on', async () => {
  const child = spawn(nodeBinary(), [`${root}tests/bin/mcp/tool.mjs`, '--mcp'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 150_000,
  })
  const written: Loose[] = []
  let finished = (): void => {}
  const isLast = ({ id }: Loose): boolean => id === 'the last'
  createInterface({ input: child.stdout }).on('line', (text) => {
    const document = JSON.parse(text) as Loose
    written.push(document)
    if (isLast(document)) finished()
  })
  const send = (value: object) => child.stdin.write(`${JSON.stringify(value)}\n`)
  send({
    jsonrpc: '2.0',
    id: 'the first',
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'f', version: '1' },
    },
  })
  const lines = fc.sample(line, 800)
  for (const text of lines) child.stdin.write(`${text}\n`)
  const done = new Promise<void>((resolve) => (finished = resolve))
  send({
    jsonrpc: '2.0',
    id: 'the last',
    method: 'tools/call',
    params: { name: 'call_read', arguments: { command: 'list' } },
  })
  await done
  expect(written.find(isLast)!['result'].structuredContent).toMatchObject({ ok: true })
  for (const document of written) {
    expect(document['jsonrpc']).toBe('2.0')
    expect('result' in document || 'error' in document || 'method' in document).toBe(true)
  }
  const refused = written.filter(({ id, error }) => id === null && error !== undefined).length
  const unreadable = lines.filter((text) => text.trim() !== '' && !isJson(text)).length
  expect(refused).toBeGreaterThanOrEqual(unreadable)
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
