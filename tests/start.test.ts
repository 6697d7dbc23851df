import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { x } from 'tinyexec'
import { expect, test } from 'vitest'

import { targets } from '../scripts/build/targets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each([[['--version']], [['--no-such-flag']]])(
  'npm start passes %j on, and the exit code back',
  async (args) => {
    const direct = await run(join('packages', 'cli', 'dist', 'cli', 'surety.cjs'), args)
    const started = await run(join('scripts', 'start.mjs'), args)
    expect(started).toEqual(direct)
  },
)

test('a build that is up to date is not repeated', async () => {
  const stamps = [...targets.packages, targets.examples].map(({ stamp }) => stamp)
  const timesOf = () => stamps.map((stamp) => statSync(stamp).mtimeMs)
  const before = timesOf()
  await run(join('scripts', 'start.mjs'), ['--version'])
  expect(timesOf()).toEqual(before)
})

async function run(script: string, args: readonly string[]) {
  const { stdout, exitCode } = await x(process.execPath, [script, ...args], {
    nodeOptions: { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  return { exitCode, stdout: stdout.replaceAll(/"duration_ms":\d+/g, '"duration_ms":0') }
}
