import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'

describe('update checks', () => {
  it.runIf(hasTerminals)('are made at terminals alone, and not on request', async () => {
    const look = async (flags: string, more: Record<string, string> = {}) => {
      const env = { TRACE: join(folder(), 'trace'), HOME: folder(), ...more }
      const { code } = await runAtTerminal(
        `${program('requirements/optional.mjs')} look ${flags}`,
        [],
        env,
      )
      return [code, spawnSync('cat', [env.TRACE], { encoding: 'utf8' }).stdout]
    }
    const [asked, refused, off] = await Promise.all([
      look(''),
      look('--no-update-check'),
      look('', { OPTIONAL_NO_UPDATE: '1' }),
    ])
    expect(asked).toEqual([0, 'asked\n'])
    expect([refused, off]).toEqual([
      [0, ''],
      [0, ''],
    ])
  })
})
