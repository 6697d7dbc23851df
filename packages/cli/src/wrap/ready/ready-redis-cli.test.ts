import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-redis-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

describe.runIf(isInstalled('redis-cli') && isInstalled('redis-server'))(
  'redis-cli (needs redis-cli and redis-server)',
  async () => {
    const redis = await createWrapped('redis-cli', folder)
    const port = await freePort()
    let server: ReturnType<typeof spawn>
    beforeAll(async () => {
      server = spawn('redis-server', ['--port', port, '--save', '', '--dir', folder])
      await new Promise<void>((resolve) => {
        server.stdout!.on('data', (text: Buffer) => {
          if (text.includes('Ready to accept connections')) resolve()
        })
      })
    })
    afterAll(() => void server.kill())

    test('keys are written, read and deleted', async () => {
      expect(await redis.call('set', '--port', port, 'a', 'x y')).toMatchObject({
        meta: { effect: 'updated' },
      })
      expect(await redis.data('get', '--port', port, 'a')).toEqual({ text: '"x y"' })
      expect(await redis.data('keys', '--port', port)).toEqual(['a'])
      expect(await redis.data('type', '--port', port, 'a')).toEqual({ text: 'string' })
      expect(await redis.fails('del', '--port', port, 'a')).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
      })
      const gone = ['del', '--port', port, '--confirm-destructive', 'a']
      expect(await redis.call(...gone)).toMatchObject({ meta: { effect: 'deleted' } })
      expect(await redis.call(...gone)).toMatchObject({ meta: { effect: 'noop' } })
    })

    test('failures have codes', async () => {
      await redis.call('set', '--port', port, 'b', '1')
      expect(await redis.fails('hash', '--port', port, 'b')).toMatchObject({
        category: 'ARG_ERROR',
        code: 'COMMAND_FAILED',
      })
      expect(await redis.fails('get', '--port', '1', 'a')).toMatchObject({
        category: 'UNAVAILABLE',
        code: 'CONNECTION_FAILED',
      })
    })
  },
)
