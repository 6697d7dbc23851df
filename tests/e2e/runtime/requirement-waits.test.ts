import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder, GENERATION } from '../processes/run-acme.ts'
import { program, runShell } from '../processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')
const V16 = { ACME_ENVELOPE: GENERATION }

describe.concurrent('the time limit', () => {
  it('REQ-F-011/1,3,4,5 REQ-F-012/1,2,3,4,7: of the tool ends a handler that never returns', async () => {
    const started = Date.now()
    let readyAt = started
    const ended = await acme(['sleeps'], {
      env: { LIMIT: '700' },
      whenReady: () => (readyAt = Date.now()),
    })
    expect(Date.now() - readyAt).toBeLessThan(5700)
    expectEnvelope(ended)
    expect(ended).toMatchObject({ code: 10, error: { code: 'TIMEOUT', phase: 'execution' } })
    expect(ended.error['message']).toContain('700 ms')
    expect(ended.meta['timeout_ms']).toBe(700)
    expect(ended.meta['duration_ms']).toBeGreaterThanOrEqual(700)
    expect(ended.meta['duration_ms']).toBeLessThan(Date.now() - started)
  })

  it('REQ-F-011/3,4 REQ-F-012/6: of a command ends it, and is retryable if nothing can have changed', async () => {
    const ended = await acme(['sleeps-briefly'])
    expect(ended).toMatchObject({ code: 10, meta: { timeout_ms: 200 } })
    expect(ended.error['retryable']).toBe(true)
    expect((await acme(['fine'])).meta['timeout_ms']).toBe(30_000)
  })

  it('REQ-F-011/2: ends a handler that is blocked on a file', async () => {
    const fifo = join(folder(), 'fifo')
    execFileSync('mkfifo', [fifo])
    const { code } = await acme(['reads-fifo'], {
      env: { LIMIT: '200', FIFO: fifo },
    })
    expect(code).toBe(10)
  })

  it('REQ-F-012/5,6,8 REQ-C-012/2,7: given by --timeout reaches the handler, and the answer has its steps', async () => {
    const ended = await acme(['calls-network', '--wait', '--timeout', '900ms'])
    expect(ended).toMatchObject({ code: 10, meta: { timeout_ms: 900 } })
    expect(ended.error).toMatchObject({ code: 'TIMEOUT', retryable: false })
    expect(JSON.stringify(ended.error)).toContain(
      '"completed_steps":["connect"],"pending_steps":["send"]',
    )
    const given = await acme(['calls-network', '--timeout', '5s', '--connect-timeout', '2s'])
    expect(given.data).toEqual({ timeoutMs: 5000, connectTimeoutMs: 2000 })
  })

  it('REQ-C-012/4,5: bounds calls without a limit of their own, unless it is turned off', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const env = { PORT: String((server.address() as { port: number }).port) }
    const bounded = await acme(['fetches', '--timeout', '300ms'], { env })
    server.close()
    expect(bounded).toMatchObject({ code: 10, error: { code: 'TIMEOUT' } })
    const off = await acme(['calls-network', '--timeout', '0'])
    expect(off).toMatchObject({ code: 0, data: { timeoutMs: 0 }, meta: { timeout_ms: 0 } })
    expect((await acme(['calls-network'])).data['timeoutMs']).toBe(30_000)
  })
})

describe.concurrent('a signal', () => {
  it.each([
    ['REQ-F-013/1,2,5,6', 'SIGTERM', 143],
    ['REQ-F-069/1,2,6', 'SIGINT', 130],
  ] as const)(
    '%s: %s ends in one cancelled envelope, after cleaning up',
    async (_l, signal, exit) => {
      const ended = await acme(['sleeps'], { whenReady: (child) => child.kill(signal) })
      expectEnvelope(ended)
      expect(ended).toMatchObject({ code: exit, error: { code: 'CANCELLED' } })
      expect(ended.meta['command']).toBe('sleeps')
      if (GENERATION === 'spec-1.16') expect(ended.data).toEqual({ partial: true })
      else expect(ended).toMatchObject({ data: null, meta: { partial: true } })
      expect(ended.meta['request_id']).toEqual(expect.any(String))
      expect(ended.meta['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      expect(ended.stderr).toContain('cleaned up')
      expect(ended.stderr).toContain('declared cleanup')
    },
  )

  it.each([
    // Before the lock is taken, and while the file is written.
    ['REQ-F-013/3', 'SIGTERM', 143, 0],
    ['REQ-F-069/3', 'SIGINT', 130, 20],
  ] as const)('%s: %s leaves no lock and a whole configuration', async (_l, signal, exit, ms) => {
    const home = folder()
    const place = join(home, '.config', 'acme')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'config.json'), '{"text":"old"}')
    const { code } = await acme(['configure', '--global', '--size', '20000000'], {
      env: { HOME: home },
      whenReady: (child) => void setTimeout(() => child.kill(signal), ms),
    })
    expect([0, exit]).toContain(code)
    expect(readdirSync(place)).toEqual(['config.json'])
    expect(JSON.parse(readFileSync(join(place, 'config.json'), 'utf8'))).toHaveProperty('text')
  })

  it('REQ-F-069/7: ends the children of the run', async () => {
    const mark = `3${process.pid}.5`
    const { code } = await acme(['waits-for-child', mark], {
      whenReady: (child) => void setTimeout(() => child.kill('SIGINT'), 300),
    })
    expect(code).toBe(130)
    // It ends when the system has time for it.
    const count = `ps -eo args | grep -c '[s]leep ${mark}'`
    const { stdout } = await runShell(`for i in $(seq 50); do ${count} && sleep 0.1 || break; done`)
    expect(stdout).toMatch(/^([1-9]\n)*0\n$/)
  })
})

describe('a reader that goes away', () => {
  it('REQ-F-014/1,2,3,4: ends the run quietly, whatever is printed', async () => {
    for (const line of ['large | head -c 1', 'manifest | true', '--help 2>/dev/null | true']) {
      const { stderr, code } = await runShell(`set -o pipefail; ${TOOL} ${line}`, V16)
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    }
  })
})

describe('standard input without a terminal', () => {
  it('REQ-F-009/1,3,4 REQ-F-047/1,5 REQ-C-005/2: a question exits 4 at once and names the flag', async () => {
    for (const [argv, flag] of [
      [['asks'], '--yes'],
      [['asks', '--non-interactive'], '--yes'],
      [['asks-for-text'], '--eval'],
    ] as const) {
      const ended = await acme(argv, { input: null })
      expectEnvelope(ended)
      expect(ended.code).toBe(4)
      expect(ended.error).toMatchObject({ code: 'INPUT_REQUIRED', phase: 'validation' })
      expect(ended.error['suggestion']).toContain(flag)
    }
  })

  it('REQ-C-005/1,3: --yes answers, and is accepted where nothing is asked', async () => {
    const { data, stdout } = await acme(['asks', '--yes'])
    expect(data).toEqual({ sure: true })
    expect(stdout).not.toContain('Really?')
    expect(await acme(['fine', '--yes'])).toMatchObject({ code: 0, warnings: '[]' })
  })

  it('REQ-F-054/1,2,4,5,6,7: has a limit of its size, and a file has none', async () => {
    const size = (bytes: number) => ({ input: 'x'.repeat(bytes) })
    const tooLarge = await acme(['piped'], size(65_537))
    expect(tooLarge).toMatchObject({ code: 2, calls: 0, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge.error['phase']).toBe('validation')
    expect(tooLarge.error['suggestion']).toContain('--input-file')
    expect((await acme(['piped'], size(65_536))).data).toEqual({ length: 65_536 })
    const env = { ACME_MAX_STDIN_BYTES: '100' }
    expect((await acme(['piped'], { input: 'x'.repeat(101), env })).code).toBe(2)
    const file = join(folder(), 'input')
    writeFileSync(file, 'x'.repeat(200_000))
    const fromFile = await acme(['piped', '--input-file', file], { env })
    expect(fromFile.data).toEqual({ length: 200_000 })
  })
})

describe('help and version', () => {
  it('REQ-F-048/1,2,4,5 REQ-F-068/1,3,7,8,9: help is a marker on stdout and text on stderr, and touches nothing', async () => {
    const home = folder()
    const env = { HOME: home, TMPDIR: home, SCOPES: undefined }
    for (const flag of ['--help', '-h']) {
      const ended = await acme(['sign-in', flag], { env, cwd: home })
      expectEnvelope(ended)
      expect(ended).toMatchObject({ code: 0, calls: 0 })
      expect(ended.meta).toMatchObject({ help: true, schema_ref: 'sign-in --schema' })
      expect(ended.stderr).toContain('Usage')
      expect(ended.stdout).not.toContain('Usage')
    }
    expect(readdirSync(home)).toEqual([])
  })

  it('REQ-F-068/2,3,7,8,9,10: the version is one line, in a bare environment too', async () => {
    const home = folder()
    for (const flag of ['--version', '-V']) {
      const line = `cd ${home}; env -i HOME=${home} ${TOOL} ${flag}; ls -A ${home}`
      expect(await runShell(line)).toEqual({ stdout: 'acme 1.2.3\n', stderr: '', code: 0 })
    }
  })

  it('REQ-F-068/4,5,11 REQ-F-047/3: a bare call shows short help and touches nothing', async () => {
    const home = folder()
    const ended = await acme([], { env: { HOME: home, TMPDIR: home }, cwd: home, input: null })
    expectEnvelope(ended)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('Usage')
    expect(ended.stderr).toContain('sign-in')
    expect(ended.stderr).not.toContain('--token-env-var')
    expect(readdirSync(home)).toEqual([])
  })
})
