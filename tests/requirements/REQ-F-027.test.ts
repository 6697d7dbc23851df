import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { calls, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('the folder of a call', () => {
  const root = realpathSync(folder())
  const [inner, link] = [join(root, 'inner'), join(root, 'link')]
  let [here, linked, moves, absent, file, bad]: Ended[] = []
  let [there, plain]: Loose[] = []
  beforeAll(async () => {
    mkdirSync(inner)
    symlinkSync(inner, link)
    writeFileSync(join(root, '.mark'), '')
    const together = calls([{ _cmd: 'look', _opts: { cwd: inner } }, { _cmd: 'look' }], {
      cwd: '/',
    })
    ;[here, linked, moves, absent, file, bad] = await Promise.all([
      lower(['look'], { cwd: inner }),
      lower(['look'], { cwd: link }),
      lower(['moves', '--cwd', inner], { cwd: root }),
      lower(['look', '--cwd', join(root, 'none')]),
      lower(['look', '--cwd', join(root, '.mark')]),
      lower(['bad'], { env: { BAD: 'chdir' } }),
    ])
    ;[there, plain] = (await together).answers
  })

  it('is in every answer, as pwd prints it', () => {
    expect(here!.meta['cwd']).toBe(inner)
    for (const { meta } of [absent!, file!, bad!]) expect(meta['cwd']).toMatch(/^\//)
    const shown = execFileSync('sh', ['-c', `cd ${link} && pwd`], { encoding: 'utf8' })
    expect(linked!.meta['cwd']).toBe(shown.trim())
  })

  it('stands beside the root of the project, where there is one', () => {
    expect(here).toMatchObject({ meta: { project_root: root }, data: { root } })
    expect(plain!['meta']).not.toHaveProperty('project_root')
  })

  it('is that of the start, whatever the command does', () => {
    expect(moves).toMatchObject({ code: 0, meta: { cwd: inner }, data: { before: inner } })
  })

  it('makes paths in answers absolute, in lists and objects too, and leaves other texts', () => {
    expect(here!.data).toMatchObject({
      file: join(inner, 'src/index.ts'),
      other: './src/index.ts',
      deep: [{ file: join(inner, 'a/b.txt') }],
    })
  })

  it('makes them absolute in any folder', () => {
    expect(plain).toMatchObject({ meta: { cwd: '/' }, data: { file: '/src/index.ts' } })
  })

  it('is explained to authors', () => {
    expect(readFileSync('docs/framework/contract-1.16.md', 'utf8')).toContain('s.string().path()')
  })

  it('is changed by no handler: process.chdir() is refused', () => {
    expect(bad!.code).not.toBe(0)
    expect(JSON.stringify(bad!.envelope)).toContain('process.chdir()')
  })

  it('is no limit: files elsewhere can be made by their path', () => {
    expect(existsSync(join(inner, 'made'))).toBe(true)
  })

  it('is the one of --cwd: relative paths, meta.cwd and paths in the answer', () => {
    expect(there).toMatchObject({
      meta: { cwd: inner },
      data: { here: inner, file: join(inner, 'src/index.ts') },
    })
  })

  it('must exist and be a folder', () => {
    for (const { code, error } of [absent!, file!])
      expect([code, error['phase']]).toEqual([2, 'validation'])
  })

  it('of the process stays, so that the next call in it has its own', () => {
    expect(plain!['data'].here).toBe('/')
  })

  it('can be given to every command', async () => {
    const { data } = await lower(['manifest'])
    expect(data['flags']).toHaveProperty('cwd')
  })
})
