import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import { createClient, runTool } from 'surety/client'
import { describe, expect, it } from 'vitest'

import { acme as run, folder } from '../processes/run-acme.ts'
import { type Loose, type ProcessOptions, runProgram } from '../processes/run-program.ts'
import { surety } from '../processes/run-surety.ts'

// The lines that contract 1.16 adds. The others are run in it by npm run test:generations.

const acme = (argv: readonly string[], options: ProcessOptions = {}) =>
  run(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-004/9,10,11,12 REQ-F-011/7 REQ-F-006/7: has the exit in meta, warnings with codes, and passes the schema', async () => {
    const schema = JSON.parse(
      await readFile('schemas/1.16/response-envelope.json', 'utf8'),
    ) as object
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    for (const line of [
      'fine',
      'undeclared-exit',
      'crash',
      'own-exit',
      'things rm abc',
      'calls-network --timeout 0',
    ]) {
      const { envelope, meta, code, data, stderr } = await acme(line.split(' '), {})
      expect(isValid(envelope), `${line}: ${JSON.stringify(isValid.errors)}`).toBe(true)
      expect(meta['exit_code']).toBe(code)
      expect(meta['timeout_ms']).toBe(line.endsWith('0') ? 0 : 30_000)
      expect(envelope['ok']).toBe(code === 0)
      if (code !== 0) expect(data).toBeNull()
      for (const warning of envelope['warnings'] as Loose[])
        expect(warning).toEqual({
          code: expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
          message: expect.any(String),
          ...(warning['context'] !== undefined && { context: expect.any(Object) }),
        })
      expect(stderr).toBe('')
    }
  })

  it('REQ-F-004/14: is a failure if it or the process reports one', async () => {
    const envelope = {
      ok: false,
      data: null,
      error: { code: 'GONE', message: 'It is gone.' },
      warnings: [],
      meta: { exit_code: 5, duration_ms: 1 },
    }
    const capture = { stdout: JSON.stringify(envelope), stderr: '', exit_code: 0 }
    const argv = ['decode', '--captures', '-', '--dialect', 'spec-1.16', '--json']
    const { stdout } = await surety(argv, `${JSON.stringify(capture)}\n`)
    expect(stdout).toMatch(/"ok":false,"exit":"NOT_FOUND"/)
  })

  it('REQ-F-004/13 REQ-O-021/8 REQ-C-004/10: has the facts of a failure in its context', async () => {
    const home = folder()
    await acme(['change', 'logs', 'text'], { env: { HOME: home } })
    const env = { HOME: home }
    const { code, error } = await acme(['remove', 'logs'], { env })
    expect(code).toBe(2)
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      context: { would_affect: { name: 'logs', bytes: 4 }, danger_level: 'destructive' },
    })
    const both = await acme(['remove', 'logs', '--dry-run', '--confirm-destructive'], { env })
    expect(both).toMatchObject({ code: 0, calls: 0, data: { effect: 'would_delete' } })
  })

  it.each([
    ['REQ-F-013/7,8', 'SIGTERM', 143],
    ['REQ-F-069/8', 'SIGINT', 130],
  ] as const)('%s: after %s says that the data is partial', async (_line, signal, exit) => {
    const { code, envelope, error, meta, data } = await acme(['sleeps'], {
      whenReady: (child) => child.kill(signal),
    })
    expect(code).toBe(exit)
    expect(data).toEqual({ partial: true })
    expect(error).toMatchObject({ code: 'CANCELLED', retryable: false, context: { signal } })
    expect(meta['exit_code']).toBe(exit)
    expect(envelope).not.toHaveProperty('partial')
    expect(meta).not.toHaveProperty('partial')
  })

  it('REQ-F-069/10: after SIGINT is the last line of a stream', async () => {
    const { documents, code } = await acme(['rows-without-end', '--format', 'jsonl'], {
      whenReady: (child) => child.kill('SIGINT'),
    })
    expect(code).toBe(130)
    expect(documents[0]).toEqual({ row: 0 })
    expect(documents.at(-1)).toMatchObject({
      ok: false,
      data: { partial: true },
      error: { code: 'CANCELLED', context: { signal: 'SIGINT' } },
      meta: { exit_code: 130 },
    })
  })

  it('REQ-F-053/9: has no heartbeat before it that nobody asked for', async () => {
    const { stdout } = await acme(['rows'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  })

  it('REQ-F-054/13: of too much input has phase, hint and context in the error', async () => {
    const { error } = await acme(['piped'], { input: 'x'.repeat(65_537) })
    expect(error).toMatchObject({
      code: 'STDIN_TOO_LARGE',
      phase: 'validation',
      suggestion: expect.stringContaining('--input-file'),
      context: { received_bytes: expect.any(Number), limit_bytes: 65_536 },
    })
  })

  it('REQ-F-045/10,11: of an invented id has its value and pattern beside the code, also out of lenient JSON', async () => {
    const lenient = String.raw`{id: "\u002e\u002e/a", /* mine */}`
    for (const argv of [
      ['finds', '../a'],
      ['finds', 'b', '--filter', lenient],
    ]) {
      const { error, meta } = await acme(argv)
      expect(meta['exit_code']).toBe(2)
      expect(error).toMatchObject({
        code: 'INVALID_AGENT_INPUT',
        input_value: '../a',
        rejected_pattern: 'path_traversal',
      })
    }
    const two = await acme(['finds', '../a', 'a%2fb'])
    expect(two.error).toMatchObject({ input_value: '../a', rejected_pattern: 'path_traversal' })
    expect((await acme(['finds', 'b', '--filter', '{id: "a",}'])).data['filter']).toEqual({
      id: 'a',
    })
  })
})

describe('a list of contract 1.16', () => {
  it('REQ-F-018/8,9,10 REQ-O-003/8,9,10: has its page in one place, and a cursor for one query', async () => {
    const first = await acme(['many', '--limit', '2'])
    const { pagination } = first.meta
    expect(Object.keys(pagination).toSorted()).toEqual([
      'has_more',
      'next_cursor',
      'returned',
      'total',
      'truncated',
    ])
    expect(first.envelope).not.toHaveProperty('pagination')
    const cursor = pagination.next_cursor as string
    const rest = await acme(['many', '--limit', '0', '--cursor', cursor])
    expect(rest.meta['pagination']).toMatchObject({ has_more: false, next_cursor: null })
    expect(rest.data).toHaveLength(43)
    for (const argv of [
      ['many', '--cursor', 'nonsense'],
      ['many-of-own', '--cursor', cursor],
      ['many', '--fields', 'id', '--cursor', cursor],
    ]) {
      const { code, error } = await acme(argv)
      expect({ argv, code }).toEqual({ argv, code: 2 })
      expect(error).toMatchObject({ code: 'INVALID_CURSOR', retryable: false })
      expect(error['fix_required']).toContain('--cursor')
    }
  })
})

describe('a manifest of contract 1.16', () => {
  it('REQ-C-029/8 REQ-F-001/15 REQ-F-013/9 REQ-F-069/9: has the scopes of every command and the exits of signals', async () => {
    const { data } = await acme(['manifest'])
    const lost = { retryable: false, side_effects: 'partial' }
    for (const [name, entry] of Object.entries<Loose>(data['commands'])) {
      expect(Array.isArray(entry['required_scopes']), name).toBe(true)
      const exits = { ...data['exit_codes'], ...entry['exit_codes'] } as Loose
      expect(exits['130'], name).toMatchObject(lost)
      expect(exits['143'], name).toMatchObject(lost)
    }
  })
})

describe('the flags of contract 1.16', () => {
  it('REQ-O-001/16,17,18 REQ-F-051/8 REQ-C-001/10,11: are declared with files, media types and variables', async () => {
    const { flags, env_vars: variables, commands } = (await acme(['manifest'])).data
    expect(flags).toHaveProperty('output')
    const { enum_values: values, media_types: types } = flags['format']
    const known = ['json', 'jsonl', 'tsv', 'plain', 'table', 'csv', 'id']
    for (const format of values as string[])
      if (!known.includes(format)) expect(types[format], format).toMatch(/^\w+\/[\w.+-]+$/)
    for (const [name, entry] of Object.entries<Loose>(commands)) {
      // A group has nothing to write.
      if (name !== 'job') expect(entry['output_file'], name).toBe('formatted')
      expect(entry, name).not.toHaveProperty('output_file_base')
      // Only for unfinished work is the list of codes complete.
      for (const [exit, { error_codes: codes }] of Object.entries<Loose>(entry['exit_codes']))
        expect(codes, `${name} ${exit}`).toEqual(exit === '14' ? ['INCOMPLETE'] : undefined)
      for (const flag of Object.values<Loose>(entry['flags']))
        expect(flag).not.toHaveProperty('media_types')
    }
    expect(commands['job.status'].exit_codes).toHaveProperty('14')
    const unfinished = await acme(['job', 'status', 'going'])
    expect(unfinished).toMatchObject({ code: 14, error: { code: 'INCOMPLETE' } })
    expect((variables as Loose[]).map(({ name }) => name as string)).toContain('ACME_DEBUG')
  })
})

describe('a command of contract 1.16', () => {
  it('REQ-C-025/8: warns of a global change with its path', async () => {
    const { envelope, home } = await acme(['configure', '--global'], { cwd: folder() })
    expect(envelope['warnings']).toEqual([
      {
        code: 'GLOBAL_CONFIG_MODIFIED',
        message: expect.any(String),
        context: { path: `${home}/.config/acme/config.json` },
      },
    ])
  })

  it('REQ-O-047/8,9: warns of too many scopes and fails with too few', async () => {
    const over = await acme(['read-volumes'], { env: { SCOPES: 'volume:read,admin' } })
    const facts = {
      command: 'read-volumes',
      excess_scopes: ['admin'],
      required_scopes: ['volume:read'],
    }
    expect(over.envelope['warnings']).toMatchObject([
      { code: 'CREDENTIAL_OVER_PRIVILEGED', context: facts },
    ])
    const few = await acme(['check-permissions', '--for', 'grow-volumes'], {
      env: { SCOPES: 'volume:read' },
    })
    expect(few).toMatchObject({ code: 8, error: { code: 'INSUFFICIENT_SCOPES' } })
    expect(few.error['context']).toMatchObject({
      command: 'grow-volumes',
      required_scopes: ['volume:write', 'volume:read'],
      active_scopes: ['volume:read'],
      missing_scopes: ['volume:write'],
    })
  })

  it('REQ-O-048/9,10,11,13 REQ-C-005/10: previews by default, asks nothing, and --dry-run is stronger than --live', async () => {
    const env = { HOME: folder() }
    await acme(['change', 'logs', 'text'], { env })
    for (const more of [[], ['--non-interactive'], ['--yes'], ['--live', '--dry-run']]) {
      const { code, data, meta, calls } = await acme(['remove-by-default', 'logs', ...more], {
        env,
      })
      expect({ more, code, calls }).toEqual({ more, code: 0, calls: 0 })
      expect(data).toMatchObject({ effect: 'would_delete', would_affect: { name: 'logs' } })
      expect(meta['dry_run']).toBe(true)
    }
    const live = await acme(['remove-by-default', 'logs', '--live'], { env })
    expect(live).toMatchObject({ data: { effect: 'deleted' }, meta: { dry_run: false } })
    expect(live.meta['confirmed']).toBe(true)
  })

  it('REQ-C-006/8: has rules between options and objects checked in one pass', async () => {
    const argv = ['combines', '--quiet', '--verbose', '--filter', '{"id":1}', '--size', 'x']
    const { code, meta } = await acme(argv)
    expect(code).toBe(2)
    expect(meta['errors']).toHaveLength(3)
  })
})

it('REQ-C-022/8: job status exits with 14 while the job runs, and with 0, 4 and 5 after it', async () => {
  const ids = ['done', 'going', 'broken', 'nobody']
  const exits = await Promise.all(ids.map(async (id) => (await acme(['job', 'status', id])).code))
  expect(exits).toEqual([0, 14, 4, 5])
})

describe('a tool that declares contract 1.16', () => {
  const program = fileURLToPath(new URL('../../bin/requirements/strict.mjs', import.meta.url))
  const strict = async (
    argv: readonly string[],
    home = folder(),
    more: object = {},
    options = {},
  ) => {
    const env = { HOME: home, XDG_STATE_HOME: '', AGENT_CALL_BUDGET_MS: undefined, ...more }
    const { code, documents } = await runProgram('requirements/strict.mjs', argv, {
      ...options,
      env,
    })
    return { code, documents, last: documents.at(-1) ?? {} }
  }

  it('answers in its contract where another member of its declaration is wrong', async () => {
    const { code, last } = await strict(['look'], folder(), { STRICT_LIMIT: 'soon' })
    expect(code).toBe(1)
    expect(last['error'].context).toEqual({ defect: 'MEMBER_INVALID' })
    expect(last['meta']).toMatchObject({ exit_code: 1, schema_version: '1.0' })
  })

  it('REQ-C-003/5: fails when a change reports no effect', async () => {
    const { code, last } = await strict(['silent'])
    expect(code).toBe(1)
    expect(last['error'].detail).toContain('return effect')
  })

  it('REQ-C-003/9 REQ-C-002/8: counts the effects of a stream, which takes no idempotency key', async () => {
    const { documents } = await strict(['move', '--stream'], folder())
    expect(documents.at(-1)).toMatchObject({ total: 3, effects: { created: 2, noop: 1 } })
    const { last } = await strict(['move'])
    expect(last['meta'].effects).toEqual({ created: 2, noop: 1 })
    const keyed = await strict(['move', '--idempotency-key', 'k'])
    expect(keyed.code).toBe(2)
  })

  it('REQ-C-002/8,9: lists idempotent commands, and the key of those that do not stream', async () => {
    const { commands, schema_version: version } = (await strict(['manifest'])).last['data']
    expect(commands['repair']).toMatchObject({ idempotent: true, danger_level: 'mutating' })
    expect(commands['look']).toMatchObject({ idempotent: true, danger_level: 'safe' })
    expect(commands['silent']).not.toHaveProperty('idempotent')
    expect(commands['repair'].exit_codes['3']).toMatchObject({ side_effects: 'partial' })
    expect(commands['silent'].flags).toHaveProperty('idempotency-key')
    expect(commands['move'].flags).not.toHaveProperty('idempotency-key')
    expect(Number(version.split('.')[1])).toBeGreaterThanOrEqual(15)
  })

  it('REQ-C-002/10,11: repairs what it left, and a caller runs it again once', async () => {
    const home = folder()
    expect((await strict(['repair'], home)).code).toBe(3)
    expect((await strict(['repair'], home)).code).toBe(0)
    expect(await readFile(join(home, 'half'), 'utf8')).toBe('whole')
    const argv = [process.execPath, program]
    const env = { HOME: folder() }
    const client = createClient({ memory: join(folder(), 'tools'), dialect: 'spec-1.16', env })
    await client.learn(argv)
    const { attempts, verdict } = await client.run([...argv, 'repair'])
    expect(attempts.map(({ verdict: { reason } }) => reason)).toEqual(['IDEMPOTENT', 'DONE'])
    expect(verdict.kind).toBe('accept')
  })

  it('REQ-F-011/8: lets work with an interruption take longer than other commands may', async () => {
    const limit = { STRICT_LIMIT: '900' }
    const { code, last } = await strict(['slow', '--budget', '0'], folder(), limit)
    expect([code, last['data']]).toEqual([0, { parts: 4 }])
    expect(last['meta'].duration_ms).toBeGreaterThan(900)
  })

  it('REQ-O-001/19: is not parsed by a caller that asks for another format', async () => {
    const argv = [process.execPath, program, 'look', '--format', 'tsv']
    const { outcome, verdict } = await runTool(argv, { memory: false, dialect: 'spec-1.16' })
    expect(outcome).toMatchObject({ ok: true, data: { exit_code: 0 } })
    expect(verdict.kind).toBe('accept')
  })
})
