import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

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

  describe('and cleans up', () => {
    const [temp, cache, all, young, aged, plain] = [
      fill(),
      fill(),
      fill(),
      fill(),
      fill(),
      fill(),
    ] as const
    const kinds = ['cache/index', 'tmp/s1.tmp', 'tmp/other', 'logs/x.log', 'token', 'report.pdf']
    const left = (home: string) => kinds.filter((name) => existsSync(join(home, name)))
    const run = (home: string, ...argv: string[]) =>
      lower(['cleanup', ...argv], {
        env: { HOME: home },
      })
    let [byTemp, byCache, whole, none, old, wrong, bare]: Awaited<ReturnType<typeof run>>[] = []
    beforeAll(async () => {
      utimesSync(join(aged, 'logs/x.log'), 1, 1)
      ;[byTemp, byCache, whole, none, old, wrong, bare] = await Promise.all([
        run(temp, '--scope', 'temp'),
        run(cache, '--scope', 'cache', '--format', 'json'),
        run(all, '--scope', 'all'),
        run(young, '--min-age', '3600'),
        run(aged, '--min-age', '3600'),
        run(folder(), '--scope', 'junk'),
        run(plain),
      ])
    })

    it('is deleted by kind, a name with a placeholder too, and listed', () => {
      expect(byTemp!.data).toMatchObject({
        effect: 'deleted',
        cleaned: [{ path: join(temp, 'tmp/s1.tmp'), type: 'temp', bytes_freed: 5 }],
        total_bytes_freed: 5,
      })
      expect(left(temp)).toEqual(kinds.filter((name) => name !== 'tmp/s1.tmp'))
    })

    it('stays if it is of another kind than the one named', () => {
      expect(left(cache)).toEqual(kinds.filter((name) => name !== 'cache/index'))
      expect(byCache!.data['cleaned']).toMatchObject([
        { path: join(cache, 'cache/index'), type: 'cache' },
      ])
      expect(byCache!.data['total_bytes_freed']).toBe(5)
    })

    it('is named by one of four words', () => {
      expect(wrong).toMatchObject({ code: 2, error: { code: 'INVALID_CHOICE' } })
      expect(wrong!.error['message']).toContain('"all", "temp", "cache", "logs"')
    })

    it('stays if it is younger than the age that is named', () => {
      expect(none!.data['cleaned']).toEqual([])
      expect(left(young)).toEqual(kinds)
      expect(old!.data['cleaned']).toMatchObject([{ type: 'log' }])
    })

    it('goes however young it is if no age is named', () => {
      expect(bare!.code).toBe(0)
      expect(left(plain)).not.toContain('tmp/s1.tmp')
      expect(left(plain)).not.toContain('cache/index')
    })

    it('is no product', () => {
      expect(whole!.code).toBe(0)
      expect(left(all)).toEqual(['tmp/other', 'token', 'report.pdf'])
    })
  })

  describe('and lists it', () => {
    const home = fill()
    let [effects, empty, manifest]: Awaited<ReturnType<typeof lower>>[] = []
    beforeAll(async () => {
      const env = { HOME: home }
      mkdirSync(join(home, '.config/lower'), { recursive: true })
      writeFileSync(join(home, '.config/lower/config.json'), '{}')
      ;[effects, empty, manifest] = await Promise.all([
        lower(['status', '--show-side-effects', '--format', 'json'], { env }),
        lower(['status'], { cwd: folder() }),
        lower(['manifest']),
      ])
    })

    it('has each declared path with its kind and size', () => {
      const places = effects!.data['side_effects'] as Loose[]
      expect(places).toEqual([
        { path: join(home, 'cache/index'), type: 'cache', size_bytes: 5 },
        expect.objectContaining({ type: 'temp' }),
        expect.objectContaining({ type: 'log' }),
        expect.objectContaining({ type: 'credential' }),
        { path: join(home, 'report.pdf'), type: 'output', size_bytes: 5 },
      ])
      for (const { path } of places) expect(path).toMatch(/^\//)
    })

    it('may be nothing', () => {
      expect([empty!.code, empty!.envelope['ok']]).toEqual([0, true])
    })

    it('is listed by a safe command', () => {
      const { commands } = manifest!.data
      expect(commands.status).toMatchObject({ danger_level: 'safe', builtin: true })
    })
  })

  describe('as the history of its answers', () => {
    let [all, later, own]: Awaited<ReturnType<typeof lower>>[] = []
    let entries: Loose[] = []
    beforeAll(async () => {
      const file = join(folder(), 'changes.json')
      writeFileSync(file, '[{"version":"9.0.0","date":"2026-12-01","breaking":true}]')
      ;[all, later, own] = await Promise.all([
        lower(['changelog', '--format', 'json']),
        lower(['changelog', '--since', '1.0.0']),
        lower(['changelog'], { env: { CHANGES: file } }),
      ])
      entries = all.data['entries'] as Loose[]
    })

    it('has its versions, the newest first, each with six members', () => {
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
    })

    it('begins after the version that is named', () => {
      const versions = (later!.data['entries'] as Loose[]).map(({ version }) => version as string)
      expect(versions).toEqual(['1.10.0', '1.4.0'])
    })

    it('says what breaks callers, and which fields changed', () => {
      expect(entries).toMatchObject([
        { breaking: true },
        { breaking: false, changed: ['one.id'] },
        { breaking: false },
      ])
    })

    it('comes from the declaration, or from a file that it names', () => {
      expect(own!.data['entries']).toMatchObject([{ version: '9.0.0', breaking: true, added: [] }])
    })
  })
})
