import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { tryLock } from '@surety/internal/process/file-lock.ts'
import { ownIdentity } from '@surety/internal/process/process-identity.ts'
import { runCli } from '../../../testing/index.ts'
import { defineCli, defineCommand } from '../../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const lock = join(folder, '.acme-config.lock')

function configure(value: number) {
  const command = defineCommand({
    description: 'Writes the configuration',
    danger: 'mutating',
    exitCodes: { SUCCESS: 'It is done' },
    configScope: 'local',
    run: async ({ config }) => {
      const store = await config()
      await store.write({ [`key${value}`]: value })
      return { effect: 'updated' as const, ...(await store.read()) }
    },
  })
  const about = { name: 'acme', version: '1.0.0', description: 'Acme' }
  return runCli(defineCli({ ...about, commands: { do: command } }), ['do'], {
    cwd: folder,
    unchecked: true,
  })
}

describe('the lock of the configuration', () => {
  it('lets writers in one after the other', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(configure))
    const { outcome } = await configure(6)
    expect(outcome.data).toMatchObject({ key1: 1, key2: 2, key3: 3, key4: 4, key5: 5, key6: 6 })
    expect(existsSync(lock)).toBe(false)
  })

  it('is taken over from a process that was killed', async () => {
    writeFileSync(lock, JSON.stringify({ ...ownIdentity(), pid: 1, start: 'never' }))
    expect((await configure(7)).outcome.ok).toBe(true)
  })

  it('names the process that holds it for too long', async () => {
    const held = tryLock(lock)
    const { outcome } = await configure(8)
    expect(outcome.error).toMatchObject({
      code: 'FILE_EXISTS',
      message: expect.stringContaining(String(process.pid)),
      retryable: true,
    })
    if (held.kind === 'taken') held.release()
  })
})
