import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { writeFileAtomically } from './atomic-file.ts'

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
})
