import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import type { Loose } from '../processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'
import { calls, isAlive, shelf, until } from '../processes/run-lower-shelf.ts'

// The lines of contract 1.16 with priority P2, for a tool that declares it.

describe('every answer', () => {
  it('REQ-F-024/1,2,3,4,5,6 REQ-F-025/1,2,3,4: has an id, a time, and the trace of its caller', async () => {
    const log = join(folder(), 'log.jsonl')
    const before = Date.now()
    const [many, traced] = await Promise.all([
      calls([{ _cmd: 'look' }, { _cmd: 'look' }, { _cmd: 'look', _opts: { nope: true } }]),
      shelf(['traced'], { env: { TOOL_TRACE_ID: 'abc123', SHELF_AUDIT_LOG: log } }),
    ])
    const metas = many.answers.map(({ meta }) => meta as Loose)
    expect(new Set(metas.map(({ request_id: id }) => id as string)).size).toBe(3)
    for (const meta of metas) {
      expect(meta).toMatchObject({
        command: 'look',
        request_id: expect.stringMatching(/^\d{21}$/),
      })
      expect(meta['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Date.parse(meta['timestamp'])).toBeGreaterThanOrEqual(before - 1005)
      expect(meta).not.toHaveProperty('trace_id')
    }
    expect(traced).toMatchObject({ data: { child: 'abc123' }, meta: { trace_id: 'abc123' } })
    expect(traced.stderr).toContain('[TRACE abc123] [ERROR] broken')
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      trace_id: 'abc123',
      request_id: traced.meta['request_id'],
      command: traced.meta['command'],
    })
  })

  it('REQ-F-027/1,2,3,4,5 REQ-F-040/1,2,3,4,5 REQ-F-041/1,2,3 REQ-O-017/1,2,3,4,5,6: knows its folder, which no command changes', async () => {
    const root = realpathSync(folder())
    const [inner, link] = [join(root, 'inner'), join(root, 'link')]
    mkdirSync(inner)
    symlinkSync(inner, link)
    writeFileSync(join(root, '.mark'), '')
    const [here, linked, moved, moves, absent, file, bad] = await Promise.all([
      shelf(['look'], { cwd: inner }),
      shelf(['look'], { cwd: link }),
      calls([{ _cmd: 'look', _opts: { cwd: inner } }, { _cmd: 'look' }], { cwd: '/' }),
      shelf(['moves', '--cwd', inner], { cwd: root }),
      shelf(['look', '--cwd', join(root, 'none')]),
      shelf(['look', '--cwd', join(root, '.mark')]),
      shelf(['bad'], { env: { BAD: 'chdir' } }),
    ])
    expect(here.meta).toMatchObject({ cwd: inner, project_root: root })
    expect(here.data).toMatchObject({
      file: join(inner, 'src/index.ts'),
      other: './src/index.ts',
      deep: [{ file: join(inner, 'a/b.txt') }],
      root,
    })
    expect(linked.meta['cwd']).toBe(
      execFileSync('sh', ['-c', `cd ${link} && pwd`])
        .toString()
        .trim(),
    )
    const [there, plain] = moved.answers
    expect(there).toMatchObject({
      meta: { cwd: inner },
      data: { here: inner, file: join(inner, 'src/index.ts') },
    })
    expect(plain).toMatchObject({ meta: { cwd: '/' }, data: { file: '/src/index.ts' } })
    expect(plain!['meta']).not.toHaveProperty('project_root')
    expect(moves).toMatchObject({ code: 0, meta: { cwd: inner }, data: { before: inner } })
    expect(existsSync(join(inner, 'made'))).toBe(true)
    for (const { code, error } of [absent, file])
      expect([code, error['phase']]).toEqual([2, 'validation'])
    expect(JSON.stringify(bad.envelope)).toContain('process.chdir()')
    expect(readFileSync('docs/framework/contract-1.16.md', 'utf8')).toContain('s.string().path()')
  })

  it('REQ-F-020/1,2,3,4,5 REQ-O-002/1,2,3,4,5,6 REQ-O-037/1,2,3,4,5,6 REQ-O-014/1,2,3,4,5,6,7,8: has lists in order, and only what its caller wants', async () => {
    const [{ answers }, schema] = await Promise.all([
      calls(
        [
          { _cmd: 'look' },
          { _cmd: 'look' },
          { _cmd: 'one', _opts: { fields: 'id,none' } },
          { _cmd: 'list', _opts: { fields: 'name' } },
          { _cmd: 'token' },
          { _cmd: 'token', _opts: { unmask: true } },
          { _cmd: 'token-fails' },
          { _cmd: 'token-fails', _opts: { unmask: true } },
          { _cmd: 'versions', _opts: { 'schema-version': 2 } },
          { _cmd: 'versions', _opts: { 'schema-version': 1 } },
          { _cmd: 'versions' },
        ],
        { env: { SHELF_UNMASK: '1', UNMASK: '1' } },
      ),
      shelf(['versions', '--schema']),
    ])
    const [first, second, one, list, masked, raw, broken, open, old, older, current] = answers
    const stable = ({ data }: Loose) => JSON.stringify({ ...data, now: 0 })
    expect(stable(first!)).toBe(stable(second!))
    expect(first!['data']).toMatchObject({
      words: ['Apple', 'fig', 'pear'],
      sizes: [9, 10, 100],
      items: [{ tag: 'two' }, { tag: 'one' }, { tag: 'three' }],
      ranked: ['second', 'first'],
    })
    expect(one).toMatchObject({
      ok: true,
      error: null,
      warnings: expect.any(Array),
      meta: expect.any(Object),
    })
    expect(one!['data']).toEqual({ id: 42 })
    expect(list!['data']).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(list!['meta'].pagination.returned).toBe(2)
    expect(masked!['data'].key).toBe('[KEY: ghp_aB3a...]')
    expect(raw!['data'].key).toMatch(/^ghp_aB3aB3/)
    expect(broken!['error'].context.text).not.toContain('aB3aB3')
    expect(open!['error'].context).toHaveProperty('text')
    expect(schema.data['flags'].unmask.description).toContain('sensitive')
    expect(old).toMatchObject({
      data: { name: 'Ada' },
      meta: { schema_version: '2.0' },
      warnings: [
        {
          code: 'SCHEMA_DEPRECATED',
          context: { current_version: '3.0', requested_version: '2.0' },
        },
      ],
    })
    expect(older).toMatchObject({ ok: false, meta: { exit_code: 2 } })
    expect(current).toMatchObject({ data: { full_name: 'Ada' }, meta: { schema_version: '3.0' } })
    expect(schema.data).toMatchObject({ schema_version: '3.0', min_schema_version: '2.0' })
  })
})

describe('what a call leaves', () => {
  it('REQ-F-030/1,2,3,4,5,6 REQ-F-031/1,2,3,4,5 REQ-F-032/1,2,3,4,5 REQ-F-043/1,8,9: is gone with it, its children too', async () => {
    const home = folder()
    const seen: Loose[] = []
    const look = (child: { kill: (signal: 'SIGTERM') => boolean }) => {
      const pids = readdirSync(join(home, 'shelf')).find((name) => name.endsWith('.pids')) ?? ''
      seen.push({ pids: readFileSync(join(home, 'shelf', pids), 'utf8').trim() })
      child.kill('SIGTERM')
    }
    let [killedAt, endedAt] = [0, 0]
    const kill = (child: { kill: (signal: 'SIGTERM') => boolean }) => {
      killedAt = performance.now()
      child.kill('SIGTERM')
    }
    const stubbornly = async () => {
      const ended = await shelf(['child'], { env: { KIND: 'stubborn' }, whenReady: kill })
      endedAt = performance.now()
      return ended
    }
    const [kind, stubborn, one, two, broken] = await Promise.all([
      shelf(['child'], { env: { HOME: home, KIND: 'kind' }, whenReady: look }),
      stubbornly(),
      shelf(['quick']),
      shelf(['quick']),
      shelf(['quick', '--breaks']),
    ])
    for (const ended of [kind, stubborn]) {
      expect(ended).toMatchObject({ code: 143, error: { code: 'CANCELLED' } })
      expect(ended.meta['session_pid_file']).toMatch(/\.pids$/)
      expect(existsSync(ended.trace)).toBe(false)
      expect(existsSync(ended.meta['session_pid_file'])).toBe(false)
    }
    expect(isAlive(Number(seen[0]!['pids']))).toBe(false)
    expect(endedAt - killedAt).toBeGreaterThan(250)
    for (const ended of [one, two, broken]) {
      expect(ended.meta['session_tmp_dir']).toMatch(/\/shelf\/session-\w+$/)
      for (const path of ['session_tmp_dir', 'session_pid_file'])
        expect(existsSync(ended.meta[path])).toBe(false)
    }
    expect(one.data).toMatchObject({ mode: '700', folder: one.meta['session_tmp_dir'] })
    expect(dirname(one.data['second'])).toBe(one.data['folder'])
    expect(one.data['folder']).not.toBe(two.data['folder'])
    expect(broken.code).toBe(1)
  })

  it('REQ-F-043/2,3,4,5,6,7,10 REQ-C-010/1,2,3,4,5: can be deleted and ended, and is so when its time is over', async () => {
    const home = folder()
    const env = { HOME: home }
    const [made, other, refused, schema] = await Promise.all([
      shelf(['hand-over'], { env }),
      shelf(['hand-over'], { env }),
      shelf(['bad'], { env: { BAD: 'detached' } }),
      shelf(['daemon', '--schema']),
    ])
    // After the others, which would end it if they came to look a second later.
    const daemon = await shelf(['daemon'], { env })
    const { output_file: file, cleanup } = made.data
    expect(made.meta['session_tmp_dir']).toBe(dirname(file))
    expect(cleanup).toEqual({ command: `rm -f ${file}`, auto_cleanup_after_seconds: 60 })
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(spawnSync('sh', ['-c', cleanup.command]).status).toBe(0)
    expect(existsSync(file)).toBe(false)
    const { background_pid: pid, cleanup_command: stop } = daemon.data
    expect([Number.isInteger(pid), isAlive(pid), stop]).toEqual([true, true, 'shelf daemon-stop'])
    expect(JSON.stringify(refused.envelope)).toContain('declare background')
    const declared = { spawns_background_process: true, cleanup_command: 'daemon-stop' }
    expect(schema.data).toMatchObject({ ...declared, max_lifetime_seconds: 1 })
    // A session that was killed hard, long ago.
    const left = join(home, 'shelf/session-killed')
    mkdirSync(left)
    writeFileSync(
      `${left}.json`,
      JSON.stringify({ id: 'x', pid: 1, start: '0', boot: 'x', host: 'x' }).replace(
        '"host":"x"',
        `"host":"${hostname()}"`,
      ),
    )
    for (const path of [left, `${left}.json`, dirname(other.data['output_file'])])
      utimesSync(path, 1, 1)
    await sleep(1000)
    await shelf(['one'], { env })
    expect(
      [left, `${left}.json`, other.data['output_file']].map((path) => existsSync(path)),
    ).toEqual([false, false, false])
    await until(() => !isAlive(pid))
  })

  it('REQ-F-033/1,2,3,4,5,6,7: frees its locks, which others wait for only so long', async () => {
    const env = { HOME: folder() }
    let held: Loose = {}
    const holder = await shelf(['locks', '--hold', '25000'], {
      env,
      whenReady: (child) =>
        void shelf(['locks', '--wait', '150'], { env }).then((ended) => {
          held = { ...ended, pid: child.pid }
          return child.kill('SIGTERM')
        }),
    })
    expect(holder.code).toBe(143)
    expect(held).toMatchObject({
      code: 4,
      error: {
        code: 'LOCK_HELD',
        retryable: true,
        retry_after_ms: expect.any(Number),
        context: {
          holder_pid: held['pid'],
          holder_age_ms: expect.any(Number),
          lock_file: expect.any(String),
        },
      },
    })
    expect(held['meta'].duration_ms).toBeGreaterThanOrEqual(150)
    expect((await shelf(['locks'], { env })).code).toBe(0)
  })
})

describe('stderr', () => {
  it('REQ-F-038/1,2,3,4,5,7,8,9,10 REQ-O-012/1,2,3,4,5: is quiet unless somebody asks', async () => {
    const [plain, verbose, ci, quiet, beats, silent, other, bad] = await Promise.all([
      shelf(['logs']),
      shelf(['logs', '--verbose']),
      shelf(['logs'], { env: { CI: '1' } }),
      shelf(['logs', '--quiet']),
      shelf(['logs', '--rounds', '60', '--heartbeat-interval', '1']),
      shelf(['logs', '--rounds', '25', '--heartbeat-interval', '1', '--quiet']),
      shelf(['quick']),
      shelf(['bad'], { env: { BAD: 'log' } }),
    ])
    for (const { stderr, documents } of [plain, ci]) {
      expect(stderr).not.toMatch(/starting|merely/)
      expect(stderr).toMatch(/\[ERROR\] broken/)
      expect(stderr).toMatch(/out line\n[^]*err line|err line\n[^]*out line/)
      expect(documents).toHaveLength(1)
    }
    expect(verbose.stderr).toMatch(/starting[^]*merely interesting/)
    expect([quiet.stderr, silent.stderr]).toEqual(['', ''])
    expect(other.stderr).not.toContain('chatter')
    expect(JSON.stringify(bad.envelope)).toContain('childLog')
    const lines = beats.stderr.split('\n').filter((line) => /^\[\d+s\]/.test(line))
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.at(-1)).toMatch(/^\[\d+s\] round \d+$/)
    // One a second, however long the rounds took.
    expect(lines.length).toBeLessThanOrEqual(Number.parseInt(lines.at(-1)!.slice(1), 10) + 1)
    expect(beats.stdout).not.toContain('round')
  })
})

it.runIf(hasTerminals)(
  'REQ-F-038/6: a person at a terminal sees progress and what is merely interesting',
  async () => {
    const { stdout } = await runAtTerminal(
      `${program('requirements/shelf-p2.mjs')} logs --rounds 5`,
    )
    expect(stdout).toMatch(/starting|round \d/)
    expect(stdout).toContain('merely interesting')
  },
)

describe('requests', () => {
  it('REQ-F-078/1,2,3,4,5,6,7: are repeated within the budget of the caller', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked += 1
      response.statusCode = request.url === '/flaky' && asked % 2 === 1 ? 503 : 200
      if (request.url === '/busy') response.statusCode = 503
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const get = (path: string, ...more: string[]) => shelf(['get', `${url}${path}`, ...more])
    const [fine, off] = await Promise.all([get('/fine'), get('/busy', '--retries', '0')])
    expect(fine.meta).not.toHaveProperty('retries')
    expect(off).toMatchObject({ data: { status: 503 } })
    expect(off.meta).not.toHaveProperty('retries')
    asked = 0
    const flaky = await get('/flaky', '--retry-delay', '1ms')
    expect(flaky).toMatchObject({ data: { status: 200 }, meta: { retries: 1 } })
    server.close()
    server.closeAllConnections()
    const dead = ['get', 'http://127.0.0.1:9', '--retries', '3', '--retry-delay', '20ms']
    const [gone, late] = await Promise.all([
      shelf(dead),
      shelf([
        ...dead.slice(0, 2),
        '--retries',
        '20',
        '--retry-delay',
        '500ms',
        '--timeout',
        '700ms',
      ]),
    ])
    expect(gone).toMatchObject({
      code: 12,
      meta: { retries: 3 },
      error: { retryable: false, context: { retries_exhausted: 3 } },
    })
    expect(late.code).toBe(10)
  })

  it('REQ-F-077/1,2,3,4,5,6,7: of the tool itself are none, and spans wait for nobody', async () => {
    const hanging = createServer(() => {})
    let connections = 0
    hanging.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const collector = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    const timed = async (env: Record<string, string>) => {
      const started = performance.now()
      const ended = await shelf(['one'], { env })
      return { ...ended, ms: performance.now() - started }
    }
    const off = await timed({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      NO_TELEMETRY: '1',
      CI: 'true',
    })
    const plain = await timed({ CI: 'true' })
    expect(connections).toBe(0)
    // A wait for the collector would delay every call, a busy machine only some.
    const delays: number[] = []
    do {
      const on = await timed({ OTEL_EXPORTER_OTLP_ENDPOINT: collector })
      expect(on).toMatchObject({ code: 0, stderr: '', data: { id: 42 } })
      delays.push(on.ms - Math.max(plain.ms, off.ms))
    } while (Math.min(...delays) >= 1500 && delays.length < 3)
    expect(Math.min(...delays)).toBeLessThan(1500)
    expect(connections).toBe(delays.length)
    hanging.closeAllConnections()
    hanging.close()
  })
})
