import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const file = (name: string) =>
  fileURLToPath(new URL(`../bin/requirements/${name}`, import.meta.url))

describe.runIf(hasTerminals)('updates', () => {
  const tool = file('framework.mjs')
  const hash = () => createHash('sha256').update(readFileSync(tool)).digest('hex')
  const before = hash()
  const line = (argv: string) => `${program('requirements/framework.mjs')} ${argv} --format json`
  const run = async (argv: string, env: Record<string, string> = {}) => {
    const trace = join(folder(), 'trace')
    const started = performance.now()
    const { stdout } = await runAtTerminal(line(argv), [], { TRACE: trace, HOME: folder(), ...env })
    const text = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)
    return {
      ...(JSON.parse(text) as Pick<ToolAnswer, 'meta' | 'data'>),
      ms: performance.now() - started,
      asked: existsSync(trace),
    }
  }
  let [told, slow, variable, flag]: Awaited<ReturnType<typeof run>>[] = []
  let piped: ToolAnswer
  beforeAll(async () => {
    ;[told, slow, variable, flag] = await Promise.all([
      run('child'),
      run('keys', { SLOW: '1' }),
      run('keys', { MY_FRAMEWORK_NO_UPDATE: '1' }),
      run('keys --no-update-check'),
    ])
    piped = await framework(['child'])
  }, 120_000)

  it('are told at a terminal', () => {
    expect(told).toMatchObject({ asked: true, meta: { update_available: '1.5.0' } })
    expect(told!.data).toMatchObject({ quiet: null, hooked: null })
  })

  it('are never waited for', () => {
    expect(slow!.asked).toBe(true)
    // The question takes 20 s; a machine under load may need some for the call itself.
    expect(slow!.ms - Math.max(variable!.ms, flag!.ms)).toBeLessThan(15_000)
    expect(slow!.meta).not.toHaveProperty('update_available')
  })

  it('are not looked for if a variable or an option says so', () => {
    for (const { meta, asked } of [variable!, flag!]) {
      expect(asked).toBe(false)
      expect(meta).not.toHaveProperty('update_available')
    }
  })

  it('of libraries are silenced by a hook of the author, where nobody is', () => {
    expect(piped.calls).toBe(0)
    expect(piped.data).toEqual({ quiet: '1', hooked: '1' })
  })

  it('leave the program as it is', () => {
    expect(hash()).toBe(before)
  })
})
