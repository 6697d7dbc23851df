import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { calls, lower, readRows } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('the setting of the audit log', () => {
  let [wrong, help, off, nowhere, declared, overruled]: Ended[] = []
  beforeAll(async () => {
    ;[wrong, help, off, nowhere, declared, overruled] = await Promise.all([
      lower(['one'], { env: { LOWER_AUDIT_LOG: 'yes' } }),
      lower(['--help'], { env: { LOWER_AUDIT_LOG: 'yes' } }),
      lower(['audit-log']),
      lower(['one'], { env: { LOWER_AUDIT_LOG: '/dev/null/log' } }),
      lower(['manifest'], { env: { AUDIT: 'true', LOWER_AUDIT_LOG: '0' } }),
      lower(['one'], { env: { AUDIT: 'true', LOWER_AUDIT_LOG: '0' } }),
    ])
  })

  it('is refused if it is neither a switch nor a path, and help works all the same', () => {
    expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_AUDIT_LOG_SETTING' } })
    expect(help!.code).toBe(0)
  })

  it('turns it off: nothing is written, and reading it says how to turn it on', () => {
    expect(off).toMatchObject({
      code: 4,
      error: {
        code: 'AUDIT_LOG_DISABLED',
        fix_required: expect.stringContaining('LOWER_AUDIT_LOG'),
      },
    })
    for (const { meta, home } of [off!, overruled!]) {
      expect(meta).not.toHaveProperty('audit_log_path')
      expect(existsSync(join(home, '.local/state/lower'))).toBe(false)
    }
  })

  it('to a place that cannot be written costs a warning and nothing else', () => {
    expect(nowhere).toMatchObject({
      code: 0,
      data: { id: 42 },
      warnings: [{ code: 'AUDIT_LOG_UNAVAILABLE' }],
    })
  })

  it('is in the manifest, with the place of the log and the variable of the session', () => {
    const { commands, env_vars: variables } = declared!.data
    expect(commands['audit-log'].filesystem_side_effects).toEqual([
      { path: expect.stringContaining('audit.jsonl'), type: 'log' },
    ])
    const names = (variables as Loose[]).map(({ name }) => name as string)
    expect(names).toEqual(expect.arrayContaining(['LOWER_AUDIT_LOG', 'LOWER_SESSION_ID']))
  })
})

describe('the audit log', () => {
  const home = folder()
  const log = join(home, 'state/log.jsonl')
  const env = {
    HOME: home,
    LOWER_AUDIT_LOG: log,
    LOWER_SESSION_ID: 's1',
    TOOL_TRACE_ID: 't1',
    MY_TOKEN: 'hunter22',
  }
  let entries: readonly Loose[] = []
  const by = (name: string) => entries.filter(({ command }) => command === name)
  const list = (...argv: string[]) => lower(['audit-log', ...argv], { env })
  let hour: Ended
  beforeAll(async () => {
    await calls(
      [
        { _cmd: 'login', _opts: { 'token-from-env': 'MY_TOKEN' } },
        { _cmd: 'confirmed', size: 1 },
        { _cmd: 'look', _opts: { nope: true } },
        { _cmd: 'look', _opts: { 'validate-only': true } },
        { _cmd: 'warns', _opts: { 'instance-id': 'a1', cwd: '/' } },
        { _cmd: 'get', url: `http://127.0.0.1:9/${'x'.repeat(20_000)}`, _opts: { retries: 0 } },
      ],
      { env },
    )
    // Processes that write to the log at the same time.
    await Promise.all(
      [
        ['makes', '--stream'],
        ['delegated', 'their', 'words'],
        ['--version'],
        ['nope'],
        ['look', '--schema'],
        ['manifest'],
        ['look', '--help'],
      ].map((argv) => lower(argv, { env })),
    )
    entries = readRows(log)
    hour = await list('--since', '1h')
  })

  it('has time, command, arguments, exit, duration and request of every call', () => {
    const wanted = ['timestamp', 'command', 'args', 'exit_code', 'duration_ms', 'request_id']
    const more = ['warnings', 'trace_id', 'session_id', 'truncated', 'effects']
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(expect.arrayContaining([...wanted, 'warnings']))
      expect([...wanted, ...more]).toEqual(expect.arrayContaining(Object.keys(entry)))
    }
    expect(by('warns')[0]).toMatchObject({
      warnings: ['ODD'],
      session_id: 's1',
      trace_id: 't1',
      args: { 'instance-id': 'a1' },
    })
  })

  it('has the calls of commands by their name, refused ones too, and no help, version or schema', () => {
    expect(new Set(entries.map(({ command }) => command as string))).toEqual(
      new Set(['login', 'confirmed', 'look', 'warns', 'get', 'exec', 'makes', 'delegated']),
    )
    expect(by('look').map(({ exit_code: code }) => code as number)).toEqual([2, 0])
    expect(by('delegated')[0]!['args']).toEqual({ argv: '[OMITTED]' })
  })

  it('has entries of 16 KiB at most', () => {
    expect(by('get')[0]).toMatchObject({ truncated: true, args: { url: '[TRUNCATED]' } })
    for (const line of readFileSync(log, 'utf8').trimEnd().split('\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(16 * 1024)
  })

  it('is for its owner alone', () => {
    expect([statSync(log).mode & 0o777, statSync(join(home, 'state')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
  })

  it('has one entry for a stream, with the count of its effects', () => {
    expect(by('makes')).toMatchObject([{ effects: { created: 1, noop: 1 } }])
  })

  it('has no secret, in the file and when it is read', () => {
    expect(by('login')).toHaveLength(1)
    expect(readFileSync(log, 'utf8') + hour.stdout).not.toContain('hunter22')
  })

  it('is read back in the order of time, as an answer or a line for each entry', async () => {
    expect(hour.data['entries']).toEqual(
      entries.toSorted((a, b) => (a['timestamp'] < b['timestamp'] ? -1 : 1)),
    )
    expect(hour.meta['audit_log_path']).toBe(log)
    const lines = await list('--since', '1h', '--format', 'jsonl')
    expect(lines.documents.slice(0, -1)).toHaveLength(entries.length)
  })

  it('is filtered by trace and by command, whole words each', async () => {
    const [traced, none, prefix] = await Promise.all([
      list('--trace-id', 't1', '--command', 'look'),
      list('--trace-id', 'other'),
      list('--command', 'loo'),
    ])
    expect(traced.data['entries']).toHaveLength(2)
    expect([none.data['entries'], prefix.data['entries']]).toEqual([[], []])
  })

  it('is filtered by a duration or a date, and by nothing else', async () => {
    const [later, bad] = await Promise.all([
      list('--since', new Date(Date.now() + 60_000).toISOString()),
      list('--since', 'yesterday'),
    ])
    expect((hour.data['entries'] as Loose[]).length).toBeGreaterThan(0)
    expect(later.data['entries']).toEqual([])
    expect(bad.code).toBe(2)
  })

  it('comes in pages, the newest first, by a cursor of its own', async () => {
    const all = hour.data['entries'] as Loose[]
    const two = await list('--limit', '2')
    expect(two.data['entries']).toEqual(all.slice(-2))
    const { next_cursor: cursor } = two.meta['pagination']
    const [page, forged] = await Promise.all([
      list('--limit', '2', '--cursor', cursor),
      list('--cursor', 'x'),
    ])
    expect(page.data['entries']).toEqual(all.slice(-4, -2))
    expect(forged).toMatchObject({ code: 2, error: { code: 'INVALID_CURSOR' } })
  })

  describe('with limits', () => {
    const own = () => join(home, '.local/state/lower/audit.jsonl')
    const small = () => ({ HOME: home, AUDIT: '{"maxBytes":100,"files":2,"maxAgeDays":30}' })

    const limited = async () => {
      await calls([{ _cmd: 'one' }, { _cmd: 'one' }, { _cmd: 'one' }], { env: small() })
      return ['', '.1', '.2'].map((end) => `${own()}${end}`).filter((name) => existsSync(name))
    }

    it('rotates by size', async () => {
      expect(await limited()).toEqual([own(), `${own()}.1`])
      expect(readRows(own())).toHaveLength(1)
    })

    it('keeps as many files as declared, however often it is called', async () => {
      const names = await limited()
      expect(names).toEqual([own(), `${own()}.1`])
      // A file is closed by the entry that passes its limit, so each holds one here.
      for (const name of names) expect(readRows(name)).toHaveLength(1)
    })

    it('drops old files when a call starts, by limits of the tool', async () => {
      expect(existsSync(`${own()}.1`)).toBe(true)
      utimesSync(`${own()}.1`, 1, 1)
      utimesSync(own(), 1, 1)
      await lower(['one'], { env: small() })
      expect(existsSync(`${own()}.1`)).toBe(false)
    })
  })
})
