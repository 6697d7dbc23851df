import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { calls, lower, readRows } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('the audit log', () => {
  it('REQ-O-030/1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20: notes calls, and is read back page by page', async () => {
    const home = folder()
    const log = join(home, 'state/log.jsonl')
    const env = {
      HOME: home,
      LOWER_AUDIT_LOG: log,
      LOWER_SESSION_ID: 's1',
      TOOL_TRACE_ID: 't1',
      MY_TOKEN: 'hunter22',
    }
    const [wrong, help, off, nowhere, declared, overruled] = await Promise.all([
      lower(['one'], { env: { LOWER_AUDIT_LOG: 'yes' } }),
      lower(['--help'], { env: { LOWER_AUDIT_LOG: 'yes' } }),
      lower(['audit-log']),
      lower(['one'], { env: { LOWER_AUDIT_LOG: '/dev/null/log' } }),
      lower(['manifest'], { env: { AUDIT: 'true', LOWER_AUDIT_LOG: '0' } }),
      lower(['one'], { env: { AUDIT: 'true', LOWER_AUDIT_LOG: '0' } }),
    ])
    expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_AUDIT_LOG_SETTING' } })
    expect(help.code).toBe(0)
    expect(off).toMatchObject({
      code: 4,
      error: {
        code: 'AUDIT_LOG_DISABLED',
        fix_required: expect.stringContaining('LOWER_AUDIT_LOG'),
      },
    })
    for (const ended of [off, overruled]) {
      expect(ended.meta).not.toHaveProperty('audit_log_path')
      expect(existsSync(join(ended.home, '.local/state/lower'))).toBe(false)
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
    expect(names).toEqual(expect.arrayContaining(['LOWER_AUDIT_LOG', 'LOWER_SESSION_ID']))

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
      ].map((argv) => lower(argv, { env })),
    )
    const entries = readRows(log)
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

    const list = (...argv: string[]) => lower(['audit-log', ...argv], { env })
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
    const own = join(home, '.local/state/lower/audit.jsonl')
    expect([existsSync(`${own}.1`), existsSync(`${own}.2`)]).toEqual([true, false])
    expect(readRows(own)).toHaveLength(1)
    utimesSync(`${own}.1`, 1, 1)
    utimesSync(own, 1, 1)
    await lower(['one'], { env: small })
    expect(existsSync(`${own}.1`)).toBe(false)
  }, 60_000)
})
