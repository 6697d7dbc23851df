import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { contractManifest, expectRefusals, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

const TERMINATE: ProcessOptions = { whenReady: (child) => child.kill('SIGTERM') }

describe('a server', () => {
  it('REQ-C-032/1,2,9: declares its protocol and has no flag that would write to stdout, or is refused', async () => {
    await expectRefusals('C-032')
    for (const [name, { stdout, protocol }] of Object.entries<Loose>(manifest['data'].commands))
      expect([stdout, protocol], name).toEqual(
        name === 'serves' ? ['protocol', 'line-lengths'] : [undefined, undefined],
      )
    expect(entry('serves')['danger_level']).toBe('destructive')
    for (const flag of ['idempotency-key', 'dry-run', 'output', 'confirm-destructive'])
      expect({ ...entry('serves')['flags'], ...manifest['data'].flags }).not.toHaveProperty(flag)
  })

  it('REQ-C-032/10: is marked where MCP must not offer it', () => {
    for (const [name, { mcp }] of Object.entries<Loose>(manifest['data'].commands))
      expect([undefined, false], name).toContain(mcp)
  })
})

describe('a server', () => {
  it('REQ-C-032/3,4,5,6,7,8: keeps stdout for its protocol', async () => {
    const [bad, broken, help, schema, served, ended] = await Promise.all([
      contracts('serves --nope'),
      contracts('serves --breaks'),
      contracts('serves --help'),
      contracts('serves --schema'),
      contracts('serves', {
        input: null,
        whenReady: (child) => {
          child.stdin.write('bad\n')
          child.stdout.once('data', () => child.stdin.end('four\n'))
        },
      }),
      contracts('serves', { input: null, ...TERMINATE }),
    ])
    expect([bad.code, bad.stdout, bad.below['error'].phase]).toEqual([2, '', 'validation'])
    expect([broken.code, broken.stdout, broken.below['ok']]).toEqual([4, '', false])
    for (const { code, stderr } of [help, schema]) {
      expect(code).toBe(0)
      expect(stderr).not.toContain('ready')
    }
    expect(schema.data).toMatchObject({ command: 'serves', protocol: 'line-lengths' })
    expect([served.code, served.stdout]).toEqual([0, 'error\n4\n'])
    expect(served.stderr).toBe('ready\n')
    expect([ended.code, ended.stdout, ended.below['error'].code]).toEqual([143, '', 'CANCELLED'])
  })

  it('REQ-C-032/10 REQ-C-036/7: of MCP neither lists nor runs what is kept from it', async () => {
    const send = (id: number | undefined, method: string, params = {}) =>
      `${JSON.stringify({ jsonrpc: '2.0', ...(id && { id }), method, params })}\n`
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const { documents, trace } = await contracts(['--mcp', '--mcp-tools', '*'], {
      input:
        send(1, 'initialize', hello) +
        send(undefined, 'notifications/initialized') +
        send(2, 'tools/list') +
        send(3, 'tools/call', { name: 'approve', arguments: { proposal: 'p' } }),
    })
    const answers = new Map(documents.map((answer) => [answer['id'] as number, answer]))
    const names = (answers.get(2)!['result'].tools as Loose[]).map(({ name }) => String(name))
    expect(names).toContain('make')
    for (const name of ['approve', 'secretly']) expect(names).not.toContain(name)
    expect(answers.get(3)!['error'].message).toContain("'approve'")
    expect(trace).toEqual([])
  })
})
