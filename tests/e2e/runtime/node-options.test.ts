import { execFile, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { nodeBinary, type Loose } from '../processes/run-program.ts'

const program = fileURLToPath(new URL('../../bin/permission-and-start.mjs', import.meta.url))

async function run(options: readonly string[], command: string, env: Record<string, string> = {}) {
  return new Promise<{ code: number; document: Loose }>((resolve) => {
    const { CI: _ci, ...inherited } = process.env
    const given = { env: { ...inherited, ...env } }
    const child = execFile(nodeBinary(), [...options, program, command], given, (_error, stdout) =>
      resolve({ code: child.exitCode!, document: JSON.parse(stdout) as Loose }),
    )
  })
}

/** Node 20 has the permission model under its first name alone. */
function restricted(): readonly string[] {
  const isCurrent = spawnSync(nodeBinary(), ['--permission', '--version']).status === 0
  return [isCurrent ? '--permission' : '--experimental-permission', '--allow-fs-read=*']
}

test('a write that the permission model of Node refuses is told with its path, and nothing is written', async () => {
  const file = join(folder(), 'file')
  const { code, document } = await run(restricted(), 'write', { FILE: file })
  expect(document['error']).toMatchObject({ code: 'ACCESS_DENIED' })
  expect(document['error'].message).toContain('--permission')
  expect(document['meta'].target).toBe(file)
  expect(code).not.toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('a program that the permission model of Node refuses to start is not called a file', async () => {
  const { document } = await run(restricted(), 'start')
  expect(document['error']).toMatchObject({ code: 'ACCESS_DENIED' })
  expect(document['error'].message).not.toContain('A file')
})

test.each(['spec-1.16', 'spec-1.0'])(
  'the duration in %s has the start of the process in it',
  async (dialect) => {
    const slow = join(folder(), 'slow.cjs')
    writeFileSync(slow, 'const end = performance.now() + 400\nwhile (performance.now() < end);\n')
    const { document } = await run(['--require', slow], 'look', { DIALECT: dialect })
    expect(document['ok']).toBe(true)
    expect(document['meta'].duration_ms).toBeGreaterThan(400)
  },
)
