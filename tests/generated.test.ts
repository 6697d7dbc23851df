import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('committed generated files say what their generators say', async () => {
  const args = ['--import', 'tsx', 'scripts/generate.ts', '--check']
  const { stdout, stderr, exitCode } = await x(process.execPath, args, {
    nodeOptions: { cwd: root },
  })
  expect(`${stdout}${stderr}`).toBe('')
  expect(exitCode).toBe(0)
})
