import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { runAll, shelfOf } from '../processes/run-shelf.ts'

// The lines of contract 1.16 below P0 that are about a call: its answer, its configuration, its talk.

const shelf = shelfOf('shelf.mjs')
/** Less than Node needs to begin, on any machine. */
const BOOT_MS = 10

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []
beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => shelf([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

describe('an answer', () => {
  it('REQ-F-022/2,3,4,5,6 REQ-F-023/1,2,3,6 REQ-F-029/1,2,5,6,8 REQ-O-020/3,4,6 REQ-O-009/4: has versions, and looks for no update', async () => {
    const { look, wrong, off, version } = await runAll({
      look: shelf(['look']),
      wrong: shelf(['look', '--nope']),
      off: shelf(['make', '--name', 'foo', '--no-update-check']),
      version: shelf(['--version']),
    })
    expect(look.meta).toMatchObject({ schema_version: '2.1', tool_version: '1.4.0' })
    expect(wrong.meta).toMatchObject({ schema_version: '2.1', tool_version: '1.4.0' })
    expect(off.meta).toMatchObject({ schema_version: '1.0', tool_version: '1.4.0' })
    expect(version.stdout).toBe('1.4.0\n')
    for (const { meta, stderr } of [look, off]) {
      expect(meta).not.toHaveProperty('update_available')
      expect(stderr).toBe('')
    }
    expect([look.calls, off.calls]).toEqual([0, 1])
    for (const help of helps) expect(help).toMatch(/--validate-only .*--no-update-check /)
  })

  it('REQ-F-039/1,2,3,4,5: has the time of its work in whole milliseconds', async () => {
    const started = performance.now()
    const slept = await shelf(['sleeps'])
    // On a busy machine the second itself is longer, so it is measured there.
    expect(slept.meta['duration_ms'] - slept.data['ms']).toBeGreaterThanOrEqual(-1)
    expect(slept.meta['duration_ms']).toBeLessThan(performance.now() - started - BOOT_MS)
    expect(slept.meta['duration_ms']).toBeGreaterThanOrEqual(990)
    const [wrong, late] = await Promise.all([
      shelf(['look', '--nope']),
      shelf(['sleeps'], { env: { SHELF_LIMIT: '300' } }),
    ])
    for (const { meta } of [wrong, late])
      expect(meta['duration_ms']).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 0)
    expect(late.code).toBe(10)
  })
})

describe('the configuration', () => {
  it('REQ-O-015/1,2,3,4,5,6 REQ-F-028/1,2,3,4,5,6 REQ-O-016/1,2,3,4,5,6: says what it is and where it came from', async () => {
    const [home, cwd] = [folder(), folder()]
    const user = join(home, '.config/shelf/config.json')
    mkdirSync(join(home, '.config/shelf'), { recursive: true })
    writeFileSync(user, '{"region":"us","apiKey":"hunter2secret","extra":1}')
    writeFileSync(join(cwd, '.shelf-config'), '{"region":"asia"}')
    const env = { HOME: home, SHELF_RETRIES: '7' }
    const run = (...argv: string[]) => shelf(argv, { env, cwd })
    const [shown, none, elsewhere, look] = await Promise.all([
      run('--show-config'),
      run('--show-config', '--no-config'),
      shelf(['--show-config', '--format', 'json'], { env }),
      run('look'),
    ])
    expect(shown.data).toEqual({
      effective_config: { region: 'asia', apiKey: '[REDACTED]', extra: 1, retries: 7 },
      sources: {
        region: `file:${join(cwd, '.shelf-config')}`,
        apiKey: `file:${user}`,
        extra: `file:${user}`,
        retries: 'env:SHELF_RETRIES',
      },
      precedence_order: ['cli-flags', 'env-vars', join(cwd, '.shelf-config'), user, 'defaults'],
    })
    expect(none.data['effective_config']).toMatchObject({ region: 'eu', retries: 7 })
    expect(none.data['sources']).toMatchObject({ region: 'default', retries: 'env:SHELF_RETRIES' })
    expect(none.meta['config_sources']).toEqual([])
    expect(none.meta['effective_config_hash']).toMatch(/^[0-9a-f]{6}$/)
    expect(elsewhere.data['effective_config']).toMatchObject({ region: 'us' })
    expect(look.meta['config_sources']).toEqual([join(cwd, '.shelf-config'), user])
    const again = await run('look')
    expect(again.meta['effective_config_hash']).toBe(look.meta['effective_config_hash'])
    writeFileSync(join(cwd, '.shelf-config'), '{"region":"asia", "x":1}')
    const [edited, settings] = await Promise.all([run('look'), run('settings', '--no-config')])
    expect(edited.meta['effective_config_hash']).not.toBe(look.meta['effective_config_hash'])
    for (const help of helps) expect(help).toContain('--no-config')
    expect(settings.data['settings']).toMatchObject({ region: 'eu', retries: 7 })
  })

  it('REQ-O-024/1,2,3,4,5,6,7: can be another file and a named context', async () => {
    const cwd = folder()
    const [one, two] = [join(cwd, 'one.json'), join(cwd, 'two.json')]
    const contexts = { staging: { region: 'st' }, prod: { region: 'pr' } }
    writeFileSync(one, JSON.stringify({ region: 'base', current_context: 'prod', contexts }))
    writeFileSync(join(cwd, '.shelf-config'), '{"region":"local"}')
    const run = (...argv: string[]) => shelf(argv, { cwd })
    const [stored, staging, unknown, gone, a, b] = await Promise.all([
      run('settings', '--config', one),
      run('--config', one, '--context', 'staging', 'settings'),
      run('settings', '--config', one, '--context', 'x'),
      run('settings', '--config', join(cwd, 'none.json')),
      run('set', 'region', 'a', '--config', two),
      run('set', 'region', 'b', '--config', join(cwd, 'three.json')),
    ])
    expect(stored.data['settings']).toMatchObject({ region: 'pr' })
    expect(stored.meta).toMatchObject({ config_sources: [one], context: 'prod' })
    expect(staging.data['settings']).toMatchObject({ region: 'st' })
    expect(staging.meta['context']).toBe('staging')
    expect([unknown.code, gone.code, a.code, b.code]).toEqual([2, 2, 0, 0])
    expect(JSON.parse(readFileSync(two, 'utf8'))).toEqual({ region: 'a' })
    expect(readFileSync(join(cwd, '.shelf-config'), 'utf8')).toBe('{"region":"local"}')
  })

  it('REQ-O-036/1,2,3,4,5,6,7: belongs to an instance', async () => {
    const home = folder()
    const env = { HOME: home }
    const cwd = folder()
    const file = (id: string) => join(home, '.shelf/instances', id, 'config.json')
    const [one, two, temp, bad] = await Promise.all([
      shelf(['set', 'region', 'x', '--instance-id', 'agent-1'], { env, cwd }),
      shelf(['set', 'region', 'y'], { env: { ...env, SHELF_INSTANCE_ID: 'agent-2' }, cwd }),
      shelf(['--instance-id', 'agent-3', 'temp'], { env, cwd }),
      shelf(['look', '--instance-id', '../up'], { env, cwd }),
    ])
    expect([one.code, two.code, bad.code]).toEqual([0, 0, 2])
    expect(JSON.parse(readFileSync(file('agent-1'), 'utf8'))).toEqual({ region: 'x' })
    expect(JSON.parse(readFileSync(file('agent-2'), 'utf8'))).toEqual({ region: 'y' })
    expect([one.meta['instance_id'], two.meta['instance_id']]).toEqual(['agent-1', 'agent-2'])
    expect(temp.data['folder']).toContain('/instances/agent-3/tmp/')
    const shared = await Promise.all(
      ['a', 'b', 'c'].map((key) => shelf(['set', key, key], { env, cwd })),
    )
    expect(shared.map(({ code }) => code)).toEqual([0, 0, 0])
    const written = JSON.parse(readFileSync(join(cwd, '.shelf-config'), 'utf8')) as object
    expect(written).toEqual({ a: 'a', b: 'b', c: 'c' })
    expect(readdirSync(cwd)).toEqual(['.shelf-config'])
  })
})

describe('verbosity', () => {
  it('REQ-O-008/1,2,4,5,6,7,8: is none, progress or everything', async () => {
    const [plain, quiet, verbose, debug, both] = await Promise.all([
      shelf(['talk']),
      shelf(['talk', '--quiet']),
      shelf(['talk', '--verbose'], { env: { CI: 'true' } }),
      shelf(['talk', '--debug']),
      shelf(['talk', '--quiet', '--debug']),
    ])
    expect(quiet.stderr).toBe('')
    expect(verbose.stderr).toContain('halfway')
    expect(plain.stderr).not.toContain('halfway')
    expect(debug.stderr).toContain('[DEBUG]')
    expect(debug.stderr).not.toContain('hunter2secret')
    expect(both.code).toBe(2)
    for (const { data } of [plain, quiet, verbose, debug]) expect(data).toEqual({ done: true })
    for (const flag of ['--quiet', '--verbose', '--debug']) expect(helps[0]).toContain(flag)
  })
})
