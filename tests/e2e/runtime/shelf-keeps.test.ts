import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import type { Loose } from '../processes/run-program.ts'
import { calls, shelf, until } from '../processes/run-lower-shelf.ts'

// The lines of contract 1.16 with priority P2 about built-in commands, streams and kept work.

const read = (path: string): Loose[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Loose)

describe('what a tool keeps', () => {
  const fill = (): string => {
    const home = folder()
    for (const name of ['cache/index', 'tmp', 'logs'])
      mkdirSync(join(home, name), { recursive: true })
    for (const name of [
      'cache/index/a',
      'tmp/s1.tmp',
      'tmp/other',
      'logs/x.log',
      'token',
      'report.pdf',
    ])
      writeFileSync(join(home, name), '12345')
    return home
  }

  it('REQ-O-027/1,2,3,4,5,6,7 REQ-C-011/1,3,6,8: is deleted by kind and age, and no product is', async () => {
    const [temp, cache, all, young, aged] = [fill(), fill(), fill(), fill(), fill()]
    utimesSync(join(aged, 'logs/x.log'), 1, 1)
    writeFileSync(join(all, 'logs/audit.log'), 'kept\n')
    const run = (home: string, ...argv: string[]) =>
      shelf(['cleanup', ...argv], {
        env: { HOME: home, SHELF_AUDIT_LOG: join(home, 'logs/audit.log') },
      })
    const [byTemp, byCache, whole, none, old, wrong] = await Promise.all([
      run(temp, '--scope', 'temp'),
      run(cache, '--scope', 'cache', '--format', 'json'),
      run(all, '--scope', 'all'),
      run(young, '--min-age', '3600'),
      run(aged, '--min-age', '3600'),
      run(folder(), '--scope', 'junk'),
    ])
    expect(byTemp.data).toMatchObject({
      effect: 'deleted',
      cleaned: [{ path: join(temp, 'tmp/s1.tmp'), type: 'temp', bytes_freed: 5 }],
      total_bytes_freed: 5,
    })
    const left = (home: string) =>
      ['cache/index', 'tmp/s1.tmp', 'tmp/other', 'logs/x.log', 'token', 'report.pdf'].filter(
        (name) => existsSync(join(home, name)),
      )
    expect(left(temp)).not.toContain('tmp/s1.tmp')
    expect(left(cache)).toEqual(['tmp/s1.tmp', 'tmp/other', 'logs/x.log', 'token', 'report.pdf'])
    expect(byCache.data['total_bytes_freed']).toBe(5)
    expect(left(all)).toEqual(['tmp/other', 'token', 'report.pdf'])
    expect(readFileSync(join(all, 'logs/audit.log'), 'utf8')).toContain('kept')
    expect([whole.code, none.data['cleaned'], wrong.code]).toEqual([0, [], 2])
    expect(old.data['cleaned']).toMatchObject([{ type: 'log' }])
  })

  it('REQ-O-028/1,2,3,4,5,6,7 REQ-C-011/2: is listed with its places', async () => {
    const home = fill()
    const env = { HOME: home }
    mkdirSync(join(home, '.config/shelf'), { recursive: true })
    writeFileSync(join(home, '.config/shelf/config.json'), '{}')
    const [effects, files, empty, config, manifest] = await Promise.all([
      shelf(['status', '--show-side-effects', '--format', 'json'], { env }),
      shelf(['status', '--show-state-files', '--format', 'json'], { env }),
      shelf(['status'], { cwd: folder() }),
      shelf(['status', '--show-config'], { env }),
      shelf(['manifest']),
    ])
    const places = effects.data['side_effects'] as Loose[]
    expect(places).toContainEqual({ path: join(home, 'report.pdf'), type: 'output', size_bytes: 5 })
    expect(places).toContainEqual({ path: join(home, 'cache/index'), type: 'cache', size_bytes: 5 })
    expect(places.map(({ type }) => type as string)).toEqual([
      'cache',
      'temp',
      'log',
      'credential',
      'output',
    ])
    for (const { path } of places) expect(path).toMatch(/^\//)
    expect(files.data['state_files']).toMatchObject([
      { path: join(home, '.config/shelf/config.json'), purpose: 'configuration' },
      { path: join(home, 'token'), purpose: 'credential', size_bytes: 5 },
    ])
    expect(empty.code).toBe(0)
    expect(config.data).toHaveProperty('precedence_order')
    expect(manifest.data['commands'].status).toMatchObject({ danger_level: 'safe', builtin: true })
    expect(manifest.data['commands']).not.toHaveProperty('audit-log')
  })

  it('REQ-O-029/1,2,3,4,5,6: is a history of its answers', async () => {
    const file = join(folder(), 'changes.json')
    writeFileSync(file, '[{"version":"9.0.0","date":"2026-12-01","breaking":true}]')
    const [all, later, own] = await Promise.all([
      shelf(['changelog', '--format', 'json']),
      shelf(['changelog', '--since', '1.0.0']),
      shelf(['changelog'], { env: { CHANGES: file } }),
    ])
    const entries = all.data['entries'] as Loose[]
    expect(entries.map(({ version }) => version as string)).toEqual(['1.10.0', '1.4.0', '1.0.0'])
    for (const entry of entries)
      expect(Object.keys(entry)).toEqual([
        'version',
        'date',
        'breaking',
        'added',
        'removed',
        'changed',
      ])
    expect(entries).toMatchObject([
      { breaking: true },
      { breaking: false, changed: ['one.id'] },
      {},
    ])
    expect(later.data['entries']).toHaveLength(2)
    expect(own.data['entries']).toMatchObject([{ version: '9.0.0', breaking: true, added: [] }])
  })
})

describe('the audit log', () => {
  it('REQ-O-030/1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20: notes calls, and is read back page by page', async () => {
    const home = folder()
    const log = join(home, 'state/log.jsonl')
    const env = {
      HOME: home,
      SHELF_AUDIT_LOG: log,
      SHELF_SESSION_ID: 's1',
      TOOL_TRACE_ID: 't1',
      MY_TOKEN: 'hunter22',
    }
    const [wrong, help, off, nowhere, declared, overruled] = await Promise.all([
      shelf(['one'], { env: { SHELF_AUDIT_LOG: 'yes' } }),
      shelf(['--help'], { env: { SHELF_AUDIT_LOG: 'yes' } }),
      shelf(['audit-log']),
      shelf(['one'], { env: { SHELF_AUDIT_LOG: '/dev/null/log' } }),
      shelf(['manifest'], { env: { AUDIT: 'true', SHELF_AUDIT_LOG: '0' } }),
      shelf(['one'], { env: { AUDIT: 'true', SHELF_AUDIT_LOG: '0' } }),
    ])
    expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_AUDIT_LOG_SETTING' } })
    expect(help.code).toBe(0)
    expect(off).toMatchObject({
      code: 4,
      error: {
        code: 'AUDIT_LOG_DISABLED',
        fix_required: expect.stringContaining('SHELF_AUDIT_LOG'),
      },
    })
    for (const ended of [off, overruled]) {
      expect(ended.meta).not.toHaveProperty('audit_log_path')
      expect(existsSync(join(ended.home, '.local/state/shelf'))).toBe(false)
    }
    expect(nowhere).toMatchObject({
      code: 0,
      data: { id: 42 },
      warnings: [{ code: 'AUDIT_LOG_UNAVAILABLE' }],
    })
    const { commands, env_vars: variables } = declared.data
    expect(commands['audit-log'].filesystem_side_effects).toEqual([
      { path: expect.stringContaining('audit.jsonl'), type: 'log' },
    ])
    const names = (variables as Loose[]).map(({ name }) => name as string)
    expect(names).toEqual(expect.arrayContaining(['SHELF_AUDIT_LOG', 'SHELF_SESSION_ID']))

    const big = 'x'.repeat(20_000)
    await calls(
      [
        { _cmd: 'login', _opts: { 'token-from-env': 'MY_TOKEN' } },
        { _cmd: 'confirmed', size: 1 },
        { _cmd: 'look', _opts: { nope: true } },
        { _cmd: 'look', _opts: { 'validate-only': true } },
        { _cmd: 'warns', _opts: { 'instance-id': 'a1', cwd: '/' } },
        { _cmd: 'get', url: `http://127.0.0.1:9/${big}`, _opts: { retries: 0 } },
      ],
      { env },
    )
    await Promise.all(
      [
        ['makes', '--stream'],
        ['delegated', 'their', 'words'],
        ['--version'],
        ['nope'],
        ['look', '--schema'],
        ['manifest'],
        ['look', '--help'],
        // Processes that write to the log at the same time.
      ].map((argv) => shelf(argv, { env })),
    )
    const entries = read(log)
    const wanted = ['timestamp', 'command', 'args', 'exit_code', 'duration_ms', 'request_id']
    const more = ['warnings', 'trace_id', 'session_id', 'truncated', 'effects']
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(expect.arrayContaining([...wanted, 'warnings']))
      expect([...wanted, ...more]).toEqual(expect.arrayContaining(Object.keys(entry)))
    }
    const by = (name: string) => entries.filter(({ command }) => command === name)
    expect(new Set(entries.map(({ command }) => command as string))).toEqual(
      new Set(['login', 'confirmed', 'look', 'warns', 'get', 'exec', 'makes', 'delegated']),
    )
    expect(by('look').map(({ exit_code: code }) => code as number)).toEqual([2, 0])
    expect(by('warns')[0]).toMatchObject({
      warnings: ['ODD'],
      session_id: 's1',
      trace_id: 't1',
      args: { 'instance-id': 'a1' },
    })
    expect(by('get')[0]).toMatchObject({ truncated: true, args: { url: '[TRUNCATED]' } })
    expect(by('makes')).toMatchObject([{ effects: { created: 1, noop: 1 } }])
    expect(by('delegated')[0]!['args']).toEqual({ argv: '[OMITTED]' })
    expect(readFileSync(log, 'utf8')).not.toContain('hunter22')
    expect([statSync(log).mode & 0o777, statSync(join(home, 'state')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])

    const list = (...argv: string[]) => shelf(['audit-log', ...argv], { env })
    const [hour, traced, none, prefix, two, bad, since, lines] = await Promise.all([
      list('--since', '1h'),
      list('--trace-id', 't1', '--command', 'look'),
      list('--trace-id', 'other'),
      list('--command', 'loo'),
      list('--limit', '2'),
      list('--since', 'yesterday'),
      list('--since', new Date(Date.now() + 60_000).toISOString()),
      list('--since', '1h', '--format', 'jsonl'),
    ])
    expect(hour.data['entries']).toEqual(
      entries.toSorted((a, b) => (a['timestamp'] < b['timestamp'] ? -1 : 1)),
    )
    expect(hour.meta['audit_log_path']).toBe(log)
    expect(traced.data['entries']).toHaveLength(2)
    expect([none, prefix, since].map(({ data }) => data['entries'] as unknown)).toEqual([
      [],
      [],
      [],
    ])
    expect(bad.code).toBe(2)
    expect(lines.documents.slice(0, -1)).toHaveLength(entries.length)
    expect(two.data['entries']).toEqual((hour.data['entries'] as Loose[]).slice(-2))
    const { next_cursor: cursor } = two.meta['pagination']
    const [page, forged] = await Promise.all([
      list('--limit', '2', '--cursor', cursor),
      list('--cursor', 'x'),
    ])
    expect(page.data['entries']).toEqual((hour.data['entries'] as Loose[]).slice(-4, -2))
    expect(forged).toMatchObject({ code: 2, error: { code: 'INVALID_CURSOR' } })

    const small = { HOME: home, AUDIT: '{"maxBytes":100,"files":2,"maxAgeDays":30}' }
    await calls([{ _cmd: 'one' }, { _cmd: 'one' }, { _cmd: 'one' }], { env: small })
    const own = join(home, '.local/state/shelf/audit.jsonl')
    expect([existsSync(`${own}.1`), existsSync(`${own}.2`)]).toEqual([true, false])
    expect(read(own)).toHaveLength(1)
    utimesSync(`${own}.1`, 1, 1)
    utimesSync(own, 1, 1)
    await shelf(['one'], { env: small })
    expect(existsSync(`${own}.1`)).toBe(false)
  }, 60_000)
})

describe('streams', () => {
  it('REQ-O-004/1,2,3,4,5,10,12,14,15,16,17,20: end with one line', async () => {
    let first = ''
    const [stream, format, early, plain, broken, made, half, preview, cut, bad, key] =
      await Promise.all([
        shelf(['rows', '--stream']),
        shelf(['rows', '--format', 'jsonl']),
        // The second row is not made before the first one has arrived.
        shelf(['rows', '--stream', '--pause', '50000'], {
          onStart: (child) =>
            child.stdout.once('data', (chunk: Buffer) => {
              first = String(chunk)
              child.kill('SIGTERM')
            }),
        }),
        shelf(['one', '--stream']),
        shelf(['rows', '--stream', '--breaks', '2']),
        shelf(['makes', '--stream']),
        shelf(['makes', '--stream', '--breaks']),
        shelf(['makes', '--stream', '--dry-run']),
        shelf(['rows', '--stream', '--count', '500', '--pause', '20'], {
          whenReady: (child) => void child.kill('SIGINT'),
        }),
        shelf(['bad'], { env: { BAD: 'stream' } }),
        shelf(['makes', '--idempotency-key', 'k']),
      ])
    expect([early.code, first]).toEqual([143, '{"id":1}\n'])
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
    for (const { documents, code } of [stream, format]) {
      expect(documents).toEqual([
        ...rows,
        { _summary: true, total: 3, duration_ms: expect.any(Number) },
      ])
      expect(code).toBe(0)
    }
    expect(plain.documents.at(-1)).toMatchObject({ _summary: true, total: 1 })
    expect(broken.documents).toMatchObject([
      { id: 1 },
      { id: 2 },
      { ok: false, meta: { exit_code: broken.code } },
    ])
    expect(made.documents.at(-1)).toMatchObject({
      _summary: true,
      effects: { created: 1, noop: 1 },
    })
    expect(half.documents.at(-1)).toMatchObject({ ok: false, error: { retryable: false } })
    expect(preview.stdout).toMatch(/"would_create"/)
    expect(preview.stdout).toMatch(/"dry_run":true/)
    expect(cut.code).toBe(130)
    expect(cut.documents.at(-1)).toMatchObject({
      error: { code: 'CANCELLED' },
      data: { partial: true },
    })
    expect(cut.documents.at(-2)).toHaveProperty('id')
    expect(JSON.stringify(bad.envelope)).toContain('must not stream')
    expect(key.code).toBe(2)
    for (const { documents, code, stdout } of [stream, plain, broken, made, half, preview, cut]) {
      const isLast = ({ _summary: isSummary, ok, error }: Loose) =>
        isSummary === true || (typeof ok === 'boolean' && error !== undefined)
      expect(documents.map(isLast).lastIndexOf(false)).toBe(documents.length - 2)
      const last = documents.at(-1)!
      expect(code).toBe(last['_summary'] ? 0 : last['meta'].exit_code)
      expect(stdout).toMatch(/[^\n]\n$/)
      expect(stdout).not.toMatch(/"(?:_seq|_count|items_emitted)"/)
    }
  })

  it('REQ-O-004/6,7,8,9: come by default from filters alone, and are one envelope without', async () => {
    const [bare, whole, json, lines, none, other, schema, manifest] = await Promise.all([
      shelf(['rows']),
      shelf(['rows', '--no-stream']),
      shelf(['rows', '--format', 'json']),
      shelf(['lines']),
      shelf(['lines', '--no-stream']),
      shelf(['lines', '--format', 'json']),
      shelf(['rows', '--schema']),
      shelf(['manifest']),
    ])
    for (const { documents, data, code } of [bare, whole, json])
      expect([code, documents.length, data]).toEqual([0, 1, [{ id: 1 }, { id: 2 }, { id: 3 }]])
    expect(lines.stdout).toBe('{"id":1}\n{"id":2}\n')
    for (const { documents, data, envelope } of [none, other]) {
      expect([documents.length, data]).toEqual([1, [{ id: 1 }, { id: 2 }]])
      expect(envelope).toMatchObject({ ok: true, error: null, meta: { exit_code: 0 } })
    }
    expect(schema.data['supports_streaming']).toBe(true)
    expect(manifest.stdout).not.toContain('streaming_default')
  })

  it('REQ-O-004/11,13: have no item that looks like another line, and leave `_seq` to its owner', async () => {
    const { documents, stdout } = await shelf(['odd', '--stream'])
    expect(documents.slice(0, -1)).toEqual([
      { value: { _summary: true } },
      { value: { ok: true, error: null } },
      { value: { heartbeat: true } },
      { id: 4, _seq: 9 },
    ])
    expect(documents.at(-1)).toMatchObject({ _summary: true, total: 4 })
    expect(stdout).not.toContain('_count')
  })
})

describe('kept work', () => {
  it('REQ-C-035/1,2,3,4,5,6 REQ-O-010/3: goes on where it was stopped, and does nothing twice', async () => {
    const env = { HOME: folder() }
    const trace = join(folder(), 'trace')
    const work = (count: number, ...more: string[]) => ['work', '--count', String(count), ...more]
    const killed = await shelf(work(9), {
      env: { ...env, TRACE: trace, STOPS_AT: '4' },
      onStart: (child) =>
        void until(
          () => existsSync(trace) && readFileSync(trace, 'utf8').split(' ').length > 4,
        ).then(() => child.kill('SIGKILL')),
    })
    expect(killed.signal).toBe('SIGKILL')
    const before = readFileSync(trace, 'utf8').trim().split(' ').map(Number)
    const rest = await shelf(work(9), { env })
    expect(rest.data).toMatchObject({ effect: 'created', done: 9 })
    const after = rest.trace.trim().split(' ').map(Number)
    expect(after[0]).toBeGreaterThanOrEqual(before.at(-1)!)
    expect([...new Set([...before, ...after])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const again = await shelf(work(9, '--pause', '1'), { env })
    expect(again.trace.startsWith('0 ')).toBe(true)
    const paused = await shelf(work(9, '--budget', '150ms', '--pause', '100'), { env })
    expect(paused).toMatchObject({ code: 14, data: { state: 'paused' } })
    expect(paused.data['progress'].done).toBe(paused.trace.trim().split(' ').length)
    const file = join(folder(), 'input')
    const fromFile = () =>
      shelf(work(9, '--budget', '250ms', '--pause', '100', '--file', file), { env })
    writeFileSync(file, 'first')
    const begun = await fromFile()
    expect(begun).toMatchObject({ code: 14, data: { state: 'paused' }, warnings: [] })
    writeFileSync(file, 'second')
    const changed = await fromFile()
    expect(changed.warnings).toEqual([
      {
        code: 'CHECKPOINT_DISCARDED',
        message: expect.stringContaining('starts from the beginning'),
        context: { job_id: begun.data['job_id'] },
      },
    ])
    expect(changed.trace).toMatch(/^0 /)
    const same = await fromFile()
    expect(same.warnings).toEqual([])
    expect(Number.parseInt(same.trace, 10)).toBe(changed.trace.trim().split(' ').length)
    const [steps, resumed] = await Promise.all([
      shelf(['steps']),
      shelf(['steps', '--resume-from', 'two']),
    ])
    expect(steps.data).toMatchObject({ effect: 'updated', made: ['one', 'two'] })
    expect(resumed.data).toMatchObject({ effect: 'updated', made: ['two'] })
  })
})
