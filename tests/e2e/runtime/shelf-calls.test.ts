import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { runTool } from 'surety/client'
import { describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import type { Loose, ProcessOptions } from '../processes/run-program.ts'
import { watchedShelfOf } from '../processes/run-shelf.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'

// The lines of contract 1.16 with priority P1 about calls: how they end, go on and are handed on.

const shelf = watchedShelfOf('shelf-c.mjs')
const file = fileURLToPath(new URL('../../bin/requirements/shelf-c.mjs', import.meta.url))
const TERMINATE: ProcessOptions = { whenReady: (child) => child.kill('SIGTERM') }

describe('what a command holds', () => {
  it('REQ-C-017/1,2,3,4,5,6: is free again, however the call ends', async () => {
    const [went, ended, late, other] = await Promise.all([
      shelf('locks go'),
      shelf('locks wait', {
        whenReady: (child) => {
          child.kill('SIGTERM')
          child.kill('SIGTERM')
        },
      }),
      shelf('locks wait', { env: { LIMIT: '1500' } }),
      shelf('locks --schema'),
    ])
    expect([went.code, ended.code, late.code]).toEqual([0, 143, 10])
    for (const { home, trace, warned } of [went, ended, late]) {
      expect(existsSync(join(home, 'lock'))).toBe(false)
      // The temporary folder came from the framework, which removed it; each hook was called once.
      expect(trace).toEqual([expect.stringContaining('/shelf-c'), 'released true'])
      expect(existsSync(trace[0]!)).toBe(false)
      expect(warned).toEqual([])
    }
    expect(other.data['exit_codes']).toMatchObject({
      0: { side_effects: 'complete' },
      10: { side_effects: 'partial' },
      143: { side_effects: 'partial' },
    })
    expect(other.data).not.toHaveProperty('cleanup')
  })
})

describe('a resource', () => {
  it('REQ-C-028/1,2,3,4,5,6,7,8: is returned if it exists, and its absence is no failure', async () => {
    const env = { HOME: folder() }
    const call = (line: string) => shelf(line, { env })
    const first = await call('create logs')
    const [second, got, schema, removal] = await Promise.all([
      call('create logs'),
      call('get logs'),
      call('create --schema'),
      call('remove nothing --confirm-destructive'),
    ])
    expect(first.data).toMatchObject({ effect: 'created', ...got.data })
    expect(second).toMatchObject({
      code: 6,
      envelope: { ok: false },
      error: { code: 'ALREADY_EXISTS', retryable: false },
    })
    expect(second.data).toEqual(got.data)
    expect(removal).toMatchObject({ code: 0, data: { status: 'not_found', id: 'nothing' } })
    expect(schema.data['exit_codes']['6'].name).toBe('CONFLICT')
    expect(schema.data['errors']).toContainEqual({ code: 'ALREADY_EXISTS', exit: 'CONFLICT' })
    const { data } = await call('remove --schema')
    expect(data['exit_codes']['5'].name).toBe('NOT_FOUND')
  })
})

describe('a failure', () => {
  it('REQ-C-030/1,2,3,6,7,8,9: has a command that fixes it', async () => {
    const env = { HOME: folder() }
    const failed = await shelf('build', { env })
    expect(failed.error).toMatchObject({
      retryable: false,
      fix_required: 'Create the project.',
      fix_command: 'shelf-c init',
    })
    const words = String(failed.error['fix_command']).split(' ').slice(1)
    const fixed = await shelf(words, { env })
    const twice = await shelf(words, { env })
    expect([fixed.data, twice.data]).toEqual([{ effect: 'created' }, { effect: 'noop' }])
    const [again, prose, init] = await Promise.all([
      shelf('build', { env }),
      shelf('fails NO_NAME'),
      shelf('init --schema'),
    ])
    expect(again.code).toBe(0)
    expect(init.data['idempotent']).toBe(true)
    expect(prose.error['fix_required']).toBe('Choose a name.')
    expect(prose.error).not.toHaveProperty('fix_command')
  })
})

describe('a call that is handed on', () => {
  it('REQ-C-027/1,2,3,6,7: has its options before the first argument', async () => {
    const [strict, mixed, schema, manifest] = await Promise.all([
      shelf('runs --format json --label a ./x --child --format tsv --help -- y'),
      shelf('described a --size 2 f --format json'),
      shelf('runs --schema'),
      shelf('manifest'),
    ])
    expect(strict.data).toEqual({
      program: './x',
      words: ['--child', '--format', 'tsv', '--help', '--', 'y'],
      label: 'a',
    })
    expect(mixed.data).toMatchObject({ size: 2, files: ['f'] })
    expect(schema.data['option_placement']).toBe('strict')
    const commands = Object.entries<Loose>(manifest.data['commands']).filter(
      ([, { subcommands }]) => !subcommands,
    )
    for (const [name, { option_placement: placement }] of commands)
      expect([name, placement]).toEqual([
        name,
        ['runs', 'wrapped', 'bare'].includes(name) ? 'strict' : 'any',
      ])
  })

  const PRINT = 'console.log(JSON.stringify(process.argv.slice(1)));process.exitCode=3'

  it('REQ-C-031/2,3,4,5,6,7,9,10: belongs to the other program', async () => {
    const out = join(folder(), 'answer')
    const log = join(folder(), 'audit')
    const words = ['--', '--help', '--format', 'tsv', '', 'a b', '-h']
    const [given, helped, forwarded, bad, late, ended] = await Promise.all([
      shelf(['--output', out, 'wrapped', PRINT, ...words], {
        env: { SHELF_C_AUDIT_LOG: log },
      }),
      shelf('wrapped -h'),
      shelf('bare --help'),
      shelf(['--nope', 'wrapped', PRINT]),
      shelf(['bare', '-e', 'setTimeout(() => {}, 50_000)'], {
        env: { LIMIT: '1500' },
      }),
      shelf(['wrapped', 'console.error("ready");setTimeout(() => {}, 9000)'], TERMINATE),
    ])
    // The program itself takes the first `--`.
    expect(JSON.parse(given.stdout)).toEqual(words.slice(1))
    expect(given.code).toBe(3)
    expect(given.below).toMatchObject({
      ok: false,
      data: { exit_code: 3 },
      error: { code: 'DELEGATED_EXIT', retryable: false },
      meta: { exit_code: 3 },
    })
    expect(JSON.stringify(given.below)).not.toMatch(/tsv|"_source"|_trusted/)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(given.below)
    const entry = JSON.parse(readFileSync(log, 'utf8')) as Loose
    expect(entry).toMatchObject({ command: 'wrapped', args: { argv: '[OMITTED]' }, exit_code: 3 })
    expect(JSON.stringify(entry)).not.toContain('tsv')
    expect([helped.code, helped.stdout]).toEqual([0, 'help of the program\n'])
    expect(helped.below['data']).toEqual({ exit_code: 0 })
    expect(forwarded.stdout).toContain('Usage: node')
    expect(bad).toMatchObject({ code: 2, trace: [], error: { phase: 'validation' } })
    expect([late.code, late.below['error'].code]).toEqual([10, 'TIMEOUT'])
    expect([ended.code, ended.below['error'].code]).toEqual([143, 'CANCELLED'])
  })
})

describe('a server', () => {
  it('REQ-C-032/3,4,5,6,7,8: keeps stdout for its protocol', async () => {
    const [bad, broken, help, schema, served, ended] = await Promise.all([
      shelf('serves --nope'),
      shelf('serves --breaks'),
      shelf('serves --help'),
      shelf('serves --schema'),
      shelf('serves', {
        input: null,
        whenReady: (child) => {
          child.stdin.write('bad\n')
          child.stdout.once('data', () => child.stdin.end('four\n'))
        },
      }),
      shelf('serves', { input: null, ...TERMINATE }),
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
    const { documents, trace } = await shelf(['--mcp', '--mcp-tools', '*'], {
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

describe('work that may take long', () => {
  it('REQ-C-033/4,5 REQ-C-034/1,3,4: reports, is ended if it stands still, and is optional', async () => {
    const env = { HOME: folder() }
    const [paused, stalled, plain, refusal] = await Promise.all([
      shelf('copy --budget 100ms', { env }),
      shelf('scan --stalls --budget 20s'),
      shelf('waits'),
      shelf('make --budget 1s'),
    ])
    expect(paused).toMatchObject({
      code: 14,
      data: { state: 'paused', progress: { done: expect.any(Number), total: 4, unit: 'parts' } },
    })
    expect(paused.data['progress'].done).toBeGreaterThan(0)
    expect(stalled).toMatchObject({ code: 10, error: { code: 'STALLED', retryable: false } })
    expect([plain.code, refusal.code]).toEqual([10, 2])
    expect(plain.meta).not.toHaveProperty('budget_ms')
    const done = await shelf('flood --budget 0', { env })
    expect(done.data).toEqual({ reports: 20_000, writes: expect.any(Number) })
    // The first report, and one every 200 ms.
    expect(done.data['writes']).toBeLessThan(3 + Number(done.meta['duration_ms']) / 200)
  })
})

describe('a command for persons', () => {
  it('REQ-C-036/3,4,8: runs for nobody else', async () => {
    const runs = await Promise.all([
      shelf('approve p-7'),
      shelf('approve p-7 --yes'),
      shelf('approve p-7 --non-interactive'),
    ])
    for (const { code, trace, error } of runs) {
      expect([code, trace]).toEqual([4, []])
      expect(error).toMatchObject({ code: 'PERSON_REQUIRED', retryable: false })
      expect(error['suggestion']).not.toContain('--')
      expect(error).not.toHaveProperty('fix_command')
    }
    const argv = [process.execPath, file, 'approve', 'p-7']
    const { attempts, verdict } = await runTool(argv, { memory: false, dialect: 'spec-1.16' })
    expect(attempts).toHaveLength(1)
    expect(verdict.kind).toBe('escalate')
  })

  it.runIf(hasTerminals)(
    'REQ-C-036/2,3,5: runs after the exact text at a terminal, whatever flags are given',
    async () => {
      const approve = async (flags: string, press: string) => {
        const TRACE = join(folder(), 'trace')
        const line = `${program('requirements/shelf-c.mjs')} approve p-7 ${flags}`
        const ended = await runAtTerminal(line, [{ when: "Type 'p-7'", press }], { TRACE })
        return [ended.code, existsSync(TRACE), stripVTControlCharacters(ended.stdout)] as const
      }
      const [right, wrong] = await Promise.all([approve('--yes', 'p-7\r'), approve('', 'p-8\r')])
      expect(right.slice(0, 2)).toEqual([0, true])
      expect(wrong).toEqual([4, false, expect.stringContaining('ATTESTATION_MISMATCH')])
    },
  )
})
