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
  it('names its protocol, and is refused beside what else claims stdout', async () => {
    await expectRefusals('C-032')
    for (const [name, { stdout, protocol }] of Object.entries<Loose>(manifest['data'].commands))
      expect([stdout, protocol], name).toEqual(
        name === 'serves' ? ['protocol', 'line-lengths'] : [undefined, undefined],
      )
  })

  it('has no flag that would write to stdout, and says the worst that it can do', () => {
    expect(entry('serves')['danger_level']).toBe('destructive')
    for (const flag of ['idempotency-key', 'dry-run', 'confirm-destructive'])
      expect({ ...entry('serves')['flags'], ...manifest['data'].flags }).not.toHaveProperty(flag)
  })

  it('is marked where MCP must not offer it', () => {
    for (const [name, { mcp }] of Object.entries<Loose>(manifest['data'].commands))
      expect([undefined, false], name).toContain(mcp)
  })
})

describe('a server', () => {
  it.each(['--nope', '--envelope nope', '--format yaml'])('refuses %s on stderr', async (flag) => {
    const bad = await contracts(`serves ${flag}`)
    expect([bad.code, bad.stdout, bad.below['error'].phase]).toEqual([2, '', 'validation'])
  })

  it.each([
    ['--breaks', 4],
    ['--lacks', 1],
  ])('that cannot be prepared (%s) ends with a declared exit', async (flag, code) => {
    const { exit_codes: shared } = manifest['data']
    expect({ ...shared, ...entry('serves')['exit_codes'] }).toHaveProperty(String(code))
    const broken = await contracts(`serves ${flag}`)
    expect([broken.code, broken.stdout, broken.below['ok']]).toEqual([code, '', false])
  })

  it('does not serve for --help and --schema', async () => {
    const [help, schema] = await Promise.all([
      contracts('serves --help'),
      contracts('serves --schema'),
    ])
    for (const { code, stderr } of [help, schema]) {
      expect(code).toBe(0)
      expect(stderr).not.toContain('ready')
    }
    expect(schema.data).toMatchObject({ command: 'serves', protocol: 'line-lengths' })
  })

  it('answers a bad request inside of its protocol, and ends with its input', async () => {
    const served = await contracts('serves', {
      input: null,
      whenReady: (child) => {
        child.stdin.write('bad\n')
        child.stdout.once('data', () => child.stdin.end('four\n'))
      },
    })
    expect([served.code, served.stdout, served.stderr]).toEqual([0, 'error\n4\n', 'ready\n'])
  })

  it('ends with 143 after SIGTERM', async () => {
    const ended = await contracts('serves', { input: null, ...TERMINATE })
    expect([ended.code, ended.stdout, ended.below['error'].code]).toEqual([143, '', 'CANCELLED'])
  })

  it.each(['worse\n', 'four\nworse\n'])('never ends with 2 once it serves: %j', async (input) => {
    const [first, rest] = input.split(/(?<=\n)/)
    const failed = await contracts('serves', {
      input: null,
      whenReady: (child) => {
        child.stdin.write(first!)
        child.stdout.once('data', () => child.stdin.end(rest ?? ''))
      },
    })
    expect([failed.code, failed.stdout]).toEqual([1, rest === undefined ? '' : '4\n'])
    expect(failed.below).toMatchObject({ ok: false, meta: { exit_code: 1 } })
  })

  it('of MCP neither lists nor runs what is kept from it', async () => {
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
        send(3, 'tools/call', { name: 'secretly', arguments: {} }),
    })
    const answers = new Map(documents.map((answer) => [answer['id'] as number, answer]))
    const names = (answers.get(2)!['result'].tools as Loose[]).map(({ name }) => String(name))
    expect(names).toContain('make')
    expect(names).not.toContain('secretly')
    expect(answers.get(3)!['error'].message).toContain("'secretly'")
    expect(trace).toEqual([])
  })
})
