import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'
import { expect, test } from 'vitest'

import { nodeBinary } from '../processes/run-program.ts'

const program = fileURLToPath(new URL('../../bin/careless-tests.mjs', import.meta.url))

test('runCli() keeps careless handlers apart from the tests that call them, under node --test', async () => {
  const home = mkdtempSync(join(tmpdir(), 'surety-careless-'))
  const { NODE_OPTIONS: _options, ...env } = process.env
  const ended = await x(nodeBinary(), ['--test-reporter=tap', program, home], {
    nodeOptions: { env },
  })
  expect(ended.stdout).toMatch(/^# pass 15\n# fail 0$/m)
  expect(ended.exitCode).toBe(0)
  expect(existsSync(join(home, 'kept.txt'))).toBe(true)
})
