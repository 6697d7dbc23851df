import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { removeOldDrafts, writeFileAtomically } from './atomic-file.ts'

describe('writeFileAtomically', () => {
  it('replaces the content and leaves nothing else behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atomic-'))
    const path = join(folder, 'f')
    await Promise.all(['a', 'b', 'c'].map((text) => writeFileAtomically(path, text.repeat(1000))))
    expect(readFileSync(path, 'utf8')).toMatch(/^(a{1000}|b{1000}|c{1000})$/)
    expect(readdirSync(folder)).toEqual(['f'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('removes its draft when it fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atomic-'))
    mkdirSync(join(folder, 'f', 'inside'), { recursive: true })
    await expect(writeFileAtomically(join(folder, 'f'), 'x')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['f'])
  })

  it('names the file in its error, and not the draft', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'atomic-')), 'missing', 'f')
    await expect(writeFileAtomically(path, 'x')).rejects.toMatchObject({
      code: 'ENOENT',
      path,
      message: expect.stringMatching(/'[^']+\/missing\/f'$/),
    })
  })

  it('makes no draft after the run has ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atomic-'))
    const writing = writeFileAtomically(join(folder, 'f'), 'x', { signal: AbortSignal.abort() })
    expect(readdirSync(folder)).toEqual([])
    await expect(writing).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('removeOldDrafts', () => {
  it('deletes old drafts of its own, and nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atomic-'))
    const old = ['a.json.12-3.tmp', 'x.lock.0b7e3cbc-072b-4c0c-8361-0a6143a53fd6.tmp']
    const others = ['a.json.99-1.tmp', 'a.json', 'mine.tmp', 'b.json.12-3.tmp.json']
    for (const name of [...old, ...others]) writeFileSync(join(folder, name), '')
    for (const name of [...old, ...others.slice(1)]) utimesSync(join(folder, name), 1, 1)
    removeOldDrafts(folder)
    expect(readdirSync(folder).toSorted()).toEqual(others.toSorted())
    removeOldDrafts(join(folder, 'nowhere'))
  })
})
