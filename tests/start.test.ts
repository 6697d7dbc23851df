import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each([[['--version']], [['--no-such-flag']]])(
  'npm start passes %j on, and the exit code back',
  async (args) => {
    const direct = await run(join('packages', 'cli', 'dist', 'cli', 'main.js'), args)
    const started = await run(join('scripts', 'start.mjs'), args)
    expect(started).toEqual(direct)
  },
)

async function run(script: string, args: readonly string[]) {
  const { stdout, exitCode } = await x(process.execPath, [script, ...args], {
    nodeOptions: { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  return { exitCode, stdout: stdout.replaceAll(/"duration_ms":\d+/g, '"duration_ms":0') }
}
