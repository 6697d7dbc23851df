import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const file = (name: string) =>
  fileURLToPath(new URL(`../bin/requirements/${name}`, import.meta.url))

describe.runIf(hasTerminals)('updates', () => {
  it('REQ-F-023/4,5 REQ-F-029/3,4,7 REQ-F-050/4,6: are looked for at a terminal only, and never waited for', async () => {
    const tool = file('framework.mjs')
    const hash = () => createHash('sha256').update(readFileSync(tool)).digest('hex')
    const before = hash()
    const line = (argv: string) => `${program('requirements/framework.mjs')} ${argv} --format json`
    const run = async (argv: string, env: Record<string, string> = {}) => {
      const trace = join(folder(), 'trace')
      const started = performance.now()
      const { stdout } = await runAtTerminal(line(argv), [], {
        TRACE: trace,
        HOME: folder(),
        ...env,
      })
      const text = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)
      return {
        ...(JSON.parse(text) as Pick<ToolAnswer, 'meta' | 'data'>),
        ms: performance.now() - started,
        asked: existsSync(trace),
      }
    }
    const [told, slow, variable, flag, piped] = await Promise.all([
      run('child'),
      run('keys', { SLOW: '1' }),
      run('keys', { MY_FRAMEWORK_NO_UPDATE: '1' }),
      run('keys --no-update-check'),
      framework(['child']),
    ])
    expect(told).toMatchObject({ asked: true, meta: { update_available: '1.5.0' } })
    expect(slow.asked).toBe(true)
    expect(slow.ms).toBeLessThan(60_000)
    for (const { meta } of [slow, variable, flag])
      expect(meta).not.toHaveProperty('update_available')
    expect([variable.asked, flag.asked, piped.calls]).toEqual([false, false, 0])
    expect(told.data).toMatchObject({ quiet: 'undefined', hooked: null })
    expect(piped.data).toEqual({ quiet: '1', hooked: '1' })
    expect(hash()).toBe(before)
  })
})
