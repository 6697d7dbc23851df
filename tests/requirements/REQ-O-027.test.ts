import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

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
      lower(['cleanup', ...argv], {
        env: { HOME: home, LOWER_AUDIT_LOG: join(home, 'logs/audit.log') },
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
    mkdirSync(join(home, '.config/lower'), { recursive: true })
    writeFileSync(join(home, '.config/lower/config.json'), '{}')
    const [effects, files, empty, config, manifest] = await Promise.all([
      lower(['status', '--show-side-effects', '--format', 'json'], { env }),
      lower(['status', '--show-state-files', '--format', 'json'], { env }),
      lower(['status'], { cwd: folder() }),
      lower(['status', '--show-config'], { env }),
      lower(['manifest']),
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
      { path: join(home, '.config/lower/config.json'), purpose: 'configuration' },
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
      lower(['changelog', '--format', 'json']),
      lower(['changelog', '--since', '1.0.0']),
      lower(['changelog'], { env: { CHANGES: file } }),
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
