import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder, GENERATION } from '../processes/run-acme.ts'
import type { Loose } from '../processes/run-program.ts'

/** A home with a thing in it that can be removed. */
function homeWithLogs(): string {
  const home = folder()
  mkdirSync(join(home, 'things'))
  writeFileSync(join(home, 'things', 'logs'), 'text')
  return home
}

describe('a change', () => {
  it('REQ-C-003/1,2,3,4: reports what really happened', async () => {
    const env = { HOME: folder() }
    const effects: unknown[] = []
    for (const text of ['a', 'b', 'b']) {
      const { code, data } = await acme(['change', 'file', text], { env })
      expect(code).toBe(0)
      effects.push(data['effect'])
    }
    expect(effects).toEqual(['created', 'updated', 'noop'])
  })

  it('REQ-C-003/5: without a valid effect succeeds, and no effect is made up', async () => {
    for (const argv of [['change-silently'], ['change-silently', 'exploded']]) {
      const { warnings, code, envelope } = await acme(argv)
      expect([code, warnings]).toEqual([0, '[]'])
      expect(envelope['meta']).not.toHaveProperty('effect')
    }
  })

  it('REQ-C-003/8: is nothing that a safe command has to report', async () => {
    expect(await acme(['fine'])).toMatchObject({ data: { fine: true }, warnings: '[]' })
  })

  it('REQ-F-002/2: that is followed by an input error ends as PARTIAL_FAILURE', async () => {
    const { code, error, calls } = await acme(['change-then-refuse'])
    expect({ code, calls }).toEqual({ code: 3, calls: 1 })
    expect(error).toMatchObject({ code: 'BAD_LINE', phase: 'execution' })
  })
})

describe('a destructive command', () => {
  it('REQ-C-004/1,2,3,4,7 REQ-C-003/7: previews with --dry-run and changes nothing', async () => {
    const env = { HOME: homeWithLogs() }
    const preview = await acme(['remove', 'logs', '--dry-run'], { env })
    expectEnvelope(preview)
    expect(preview).toMatchObject({ code: 0, calls: 0 })
    expect(preview.data).toEqual({
      effect: 'would_delete',
      would_affect: { name: 'logs', bytes: 4 },
    })
    const refused = await acme(['remove', 'x', '--dry-run'], { env })
    expect(refused).toMatchObject({ code: 2, error: { phase: 'validation' } })
    expect(readdirSync(join(env.HOME, 'things'))).toEqual(['logs'])
  })

  it('REQ-C-004/8: whose preview reports a change fails', async () => {
    const { code, error, data } = await acme(['preview-lies', '--dry-run'])
    expect({ code, data }).toEqual({ code: 1, data: null })
    expect(error['detail']).toContain('would_')
  })

  it('REQ-O-021/1,2,5: needs confirmation, and --yes is none', async () => {
    const env = { HOME: homeWithLogs() }
    for (const more of [[], ['--yes']]) {
      const { code, error, calls } = await acme(['remove', 'logs', ...more], { env })
      expect({ code, calls }).toEqual({ code: 2, calls: 0 })
      expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', phase: 'validation' })
      expect(error['message']).toContain('--confirm-destructive')
      expect(JSON.stringify(error)).toContain('"would_affect":{"name":"logs","bytes":4}')
    }
    const done = await acme(['remove', 'logs', '--confirm-destructive'], { env })
    expect(done).toMatchObject({ code: 0, calls: 1, meta: { confirmed: true } })
    expect(existsSync(join(env.HOME, 'things', 'logs'))).toBe(false)
  })

  it('REQ-O-021/6 REQ-O-047/7: is noted in the audit log with its confirmation, and too many scopes are', async () => {
    const home = homeWithLogs()
    const log = join(home, 'state', 'audit.jsonl')
    const env = { HOME: home, ACME_AUDIT_LOG: log, SCOPES: 'volume:read,admin' }
    const done = await acme(['remove', 'logs', '--confirm-destructive'], { env })
    expect(done.meta['audit_log_path']).toBe(log)
    await acme(['read-volumes'], { env })
    await acme(['secretive', '--password', 'sesame'], { env })
    await acme(['many', '--limit', 'x'], { env })
    await acme(['fine', '--help'], { env })
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Loose)
    expect(entries.map(({ command, exit_code: exit }) => [command, exit])).toEqual([
      ['remove', 0],
      ['read-volumes', 0],
      ['secretive', 1],
      ['many', 2],
    ])
    expect(entries[0]).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      args: { name: 'logs', 'confirm-destructive': true },
      duration_ms: expect.any(Number),
      request_id: expect.any(String),
    })
    expect(entries[1]?.['warnings']).toEqual(['CREDENTIAL_OVER_PRIVILEGED'])
    expect(lines.join()).not.toContain('sesame')
    expect(statSync(log).mode & 0o777).toBe(0o600)
    const off = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: '0' } })
    expect(off.meta).not.toHaveProperty('audit_log_path')
    const wrong = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: 'yes' } })
    expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_AUDIT_LOG_SETTING' } })
    const full = await acme(['fine'], { env: { HOME: home, ACME_AUDIT_LOG: '/dev/full' } })
    expect([full.code, full.warnings]).toEqual([
      0,
      expect.stringContaining('AUDIT_LOG_UNAVAILABLE'),
    ])
    // The system has it since 1970, which does not make it an old log.
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
  })

  it('REQ-O-048/1,2,3,6: with a safe default previews until it is told --live', async () => {
    const env = { HOME: homeWithLogs() }
    const preview = await acme(['remove-by-default', 'logs'], { env })
    expect(preview).toMatchObject({ code: 0, calls: 0, meta: { dry_run: true } })
    expect(preview.data['effect']).toBe('would_delete')
    const both = await acme(['remove-by-default', 'logs', '--live', '--dry-run'], { env })
    expect(both).toMatchObject({ code: 0, calls: 0, data: { effect: 'would_delete' } })
    const live = await acme(['remove-by-default', 'logs', '--live'], { env })
    expect(live).toMatchObject({ code: 0, calls: 1, meta: { dry_run: false, confirmed: true } })
    expect(live.data['effect']).toBe('deleted')
    const wrong = await acme(['remove-by-default', 'logs', '--nonsense'], { env })
    expect(wrong.meta['dry_run']).toBe(true)
  })
})

describe('input', () => {
  it('REQ-C-006/1,4,5,6 REQ-F-015/1,2,4,5 REQ-F-002/1,3,4: is refused with all its problems before anything runs', async () => {
    for (const [argv, problems] of [
      [
        ['checked', '--size', 'big', '--zone', 'q'],
        [
          { param: '--size', code: 'INVALID_VALUE', value: 'big' },
          { param: '--zone', code: 'INVALID_CHOICE', value: 'q' },
        ],
      ],
      [
        ['checked', '--size', '10', '--zone', 'b'],
        [
          { param: '--size', code: 'SIZE_TOO_LARGE', value: 10 },
          { param: '--zone', code: 'ZONE_CLOSED', message: 'args,options,env,command,now' },
        ],
      ],
    ] as const) {
      const { code, calls, data, error, meta } = await acme(argv)
      expect({ code, calls, data }).toEqual({ code: 2, calls: 0, data: null })
      expect(error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation', retryable: false })
      expect(error['fix_required']).toBe('Correct --size, --zone.')
      expect(meta['errors']).toMatchObject(problems)
      for (const problem of meta['errors']) expect(problem.message).toMatch(/\w/)
    }
    expect((await acme(['checked', '--size', '2'])).calls).toBe(1)
  })

  it('REQ-F-015/6: is checked by a hook that gets nothing with side effects', async () => {
    const { meta } = await acme(['checked', '--zone', 'b'])
    expect(meta['errors'][0].message).toBe('args,options,env,command,now')
  })

  it('REQ-F-045/1,2,3,6,7,8,9: for an id is refused with a pattern of invented ones, which is named', async () => {
    const ids = ['../a', 'a%2e%2e', 'a?foo=bar', '..%2fa', '..%5ca', '%2e%2e/a']
    ids.push('a%2eb', 'a%2fb', 'a%40b', 'a&b', 'a#b', 'a%3bb', 'a%7Cb', 'a%24b')
    const { code, error, meta } = await acme(['finds', ...ids])
    expect(code).toBe(2)
    expect(error['phase']).toBe('validation')
    expect(meta['errors'].map(({ input_value: value }: Loose) => value)).toEqual(ids)
    for (const { code: reason, rejected_pattern: pattern, value, message } of meta['errors']) {
      expect(reason).toBe('INVALID_AGENT_INPUT')
      expect(message).toContain(value)
      expect(message).toContain(pattern)
    }
    const patterns = meta['errors'].map(({ rejected_pattern: pattern }: Loose) => pattern)
    expect(patterns[0]).toBe('path_traversal')
    expect(patterns.at(-1)).toBe('percent_encoded_metacharacter')
  })

  it('REQ-F-045/4,5,10: passes unchanged if it is ordinary, and is screened inside JSON', async () => {
    const fine = await acme(['finds', 'usr-a1b2c3', '--path', '/home/user/file.txt'])
    expect(fine.data).toEqual({ ids: ['usr-a1b2c3'], path: '/home/user/file.txt' })
    const { code, meta } = await acme([
      'finds',
      'a',
      '--filter',
      String.raw`{"id":"\u002e\u002e/x"}`,
    ])
    expect(code).toBe(2)
    expect(meta['errors'][0]).toMatchObject({ input_value: '../x', code: 'INVALID_AGENT_INPUT' })
  })
})

describe('signing in', () => {
  it('REQ-C-021/1,6 REQ-O-033/2,3: without terminal and token exits 4 and names the variables', async () => {
    const [own, named] = ['ACME_TOKEN or ACME_OTHER_TOKEN', 'MY_TOKEN']
    for (const [more, variables, first] of [
      [[], own, 'ACME_TOKEN'],
      [['--headless'], own, 'ACME_TOKEN'],
      [['--headless', '--token-env-var', named], named, named],
    ] as const) {
      // Whether there is a terminal is seen by a process alone.
      const { code, error } = await acme(['sign-in', ...more])
      expect(code).toBe(4)
      expect(error).toMatchObject({ phase: 'validation', retryable: false })
      expect(error['message']).toContain(`a token in ${variables}.`)
      expect(error['fix_required']).toBe(`Set ${variables}.`)
      const { auth_methods: methods } = (error['details'] ?? error) as Loose
      expect(methods[0]).toEqual({ type: 'env_var', name: first, hint: `export ${first}=<token>` })
    }
  })

  it('REQ-C-021/2,4 REQ-O-033/1,4,5: takes the token of a declared or a named variable', async () => {
    const signIn = async (argv: readonly string[], env: Record<string, string>) =>
      (await acme(['sign-in', ...argv], { env })).data['length'] as number
    expect(await signIn([], { ACME_OTHER_TOKEN: 'four' })).toBe(4)
    const named = ['--headless', '--token-env-var', 'MY_TOKEN']
    expect(await signIn(named, { MY_TOKEN: 'sixsix', ACME_TOKEN: 'four' })).toBe(6)
    expect((await acme(['sign-in-by-code'])).code).toBe(0)
  })
})

describe('a background job', () => {
  it('REQ-C-022/2,5,6: is described by a descriptor whose commands can be run', async () => {
    const { data } = await acme(['build'])
    expect(data).toEqual({
      job_id: 'going',
      status: 'running',
      terminal: false,
      status_command: 'acme job status going',
      cancel_command: 'acme job cancel going',
      poll_interval_ms: expect.any(Number),
      timeout_ms: expect.any(Number),
    })
    const [, ...cancel] = (data['cancel_command'] as string).split(' ')
    expect(await acme(cancel)).toMatchObject({ code: 0, data: { status: 'cancelled' } })
    for (const id of ['done', 'broken', 'stopped'])
      expect((await acme(['build', id])).data['terminal']).toBe(true)
  })

  it('REQ-C-022/3,7: is looked at by a command of the framework, with an exit for each state', async () => {
    const exits: unknown[] = []
    for (const id of ['done', 'going', 'broken', 'nobody'])
      exits.push((await acme(['job', 'status', id])).code)
    // Contract 1.16 has an exit of its own for work that goes on.
    expect(exits).toEqual([0, GENERATION === 'spec-1.16' ? 14 : 3, 4, 5])
  })
})

describe('configuration', () => {
  it('REQ-C-025/1,7: is written to the nearest local file', async () => {
    const cwd = folder()
    const below = join(cwd, 'a', 'b')
    mkdirSync(below, { recursive: true })
    const first = await acme(['configure'], { cwd })
    expect(first.data).toMatchObject({ scope: 'local', path: join(cwd, '.acme-config') })
    const second = await acme(['configure', '--size', '2'], { cwd: below })
    expect(second.data['path']).toBe(join(cwd, '.acme-config'))
    expect(JSON.parse(readFileSync(join(cwd, '.acme-config'), 'utf8'))).toEqual({ text: 'yy' })
    expect(readdirSync(second.home)).toEqual([])
  })

  it('REQ-C-025/2,6: is written globally only with --global, with a warning', async () => {
    const cwd = folder()
    const { data, warnings, home } = await acme(['configure', '--global'], { cwd })
    const path = join(home, '.config', 'acme', 'config.json')
    expect(data).toMatchObject({ scope: 'global', path })
    expect(warnings).toContain(`GLOBAL_CONFIG_MODIFIED: ${path}`)
    expect(readdirSync(cwd)).toEqual([])
    const refused = await acme(['configure-everywhere'], { cwd })
    expect(refused.code).toBe(4)
    expect(refused.error['suggestion']).toContain('--global')
    expect(refused.warnings).toBe('[]')
    expect(readdirSync(refused.home)).toEqual([])
  })

  it('REQ-C-025/3: of a command that declares no scope is warned about', async () => {
    const { warnings } = await acme(['configure-unscoped'], { cwd: folder() })
    expect(warnings).toContain('configure-unscoped uses the configuration but declares no')
  })

  it('REQ-C-025/5: is locked before it is written', async () => {
    const home = folder()
    const lock = join(home, '.config', 'acme', 'config.json.lock')
    mkdirSync(join(home, '.config', 'acme'), { recursive: true })
    // A process of another computer, which may be alive.
    writeFileSync(lock, JSON.stringify({ id: 'other', pid: 1, host: 'elsewhere.test' }))
    const env = { HOME: home, LIMIT: '500' }
    const { code } = await acme(['configure', '--global'], { env })
    expect(code).not.toBe(0)
    expect(readdirSync(join(home, '.config', 'acme'))).toEqual(['config.json.lock'])
  })
})

describe('permissions', () => {
  const check = (scopes: string, argv: readonly string[]) =>
    acme(['check-permissions', ...argv], { env: { SCOPES: scopes } })

  it('REQ-O-047/1,3,6: are enough, more than enough, or none', async () => {
    const exact = await check('volume:read', ['--for', 'read-volumes'])
    expect(exact).toMatchObject({
      code: 0,
      data: {
        command: 'read-volumes',
        required_scopes: ['volume:read'],
        active_scopes: ['volume:read'],
        over_privileged: false,
      },
    })
    const more = await check('volume:read,admin', ['--for', 'read-volumes'])
    expect(more).toMatchObject({ code: 0, data: { over_privileged: true } })
    expect(more.warnings).toContain("more than 'read-volumes' needs")
    expect(await acme(['read-volumes'])).toMatchObject({ code: 0, warnings: '[]' })
  })

  it('REQ-O-047/2,4,5: are listed for all commands, named where they lack, and warned about', async () => {
    const { data } = await check('volume:read', [])
    expect(data['commands']['grow-volumes']).toEqual({
      required_scopes: ['volume:write', 'volume:read'],
      covered: false,
      over_privileged: false,
    })
    const lacking = await check('volume:read', ['--for', 'grow-volumes'])
    expect(lacking.code).toBe(8)
    expect(JSON.stringify(lacking.error)).toContain('"missing_scopes":["volume:write"]')
    const used = await acme(['read-volumes'], { env: { SCOPES: 'volume:read,admin' } })
    expect(used.warnings).toContain('volume:read would be enough')
  })
})
