import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test, vi } from 'vitest'

import { tryLock } from './file-lock.ts'

// No file system without hard links can be counted on to be there.
vi.mock('node:fs', async (load) => ({
  ...(await load<typeof fs>()),
  linkSync: () => {
    throw Object.assign(new Error('no links'), { code: 'EPERM' })
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('works on a file system without hard links', () => {
  const lock = join(folder, 'a')
  const attempt = tryLock(lock)
  expect(attempt.kind).toBe('taken')
  expect(tryLock(lock)).toMatchObject({ kind: 'busy', pid: process.pid })
  if (attempt.kind === 'taken') attempt.release()
  expect(existsSync(lock)).toBe(false)
})
