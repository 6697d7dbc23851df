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

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { calls, lower } from '../e2e/processes/run-lower.ts'

describe('every answer', () => {
  it('REQ-F-027/1,2,3,4,5 REQ-F-040/1,2,3,4,5 REQ-F-041/1,2,3 REQ-O-017/1,2,3,4,5,6: knows its folder, which no command changes', async () => {
    const root = realpathSync(folder())
    const [inner, link] = [join(root, 'inner'), join(root, 'link')]
    mkdirSync(inner)
    symlinkSync(inner, link)
    writeFileSync(join(root, '.mark'), '')
    const [here, linked, moved, moves, absent, file, bad] = await Promise.all([
      lower(['look'], { cwd: inner }),
      lower(['look'], { cwd: link }),
      calls([{ _cmd: 'look', _opts: { cwd: inner } }, { _cmd: 'look' }], { cwd: '/' }),
      lower(['moves', '--cwd', inner], { cwd: root }),
      lower(['look', '--cwd', join(root, 'none')]),
      lower(['look', '--cwd', join(root, '.mark')]),
      lower(['bad'], { env: { BAD: 'chdir' } }),
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
})
