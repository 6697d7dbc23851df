import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { allContracts, expectRefusals, fakeProgram } from './contracts.ts'

describe('children', () => {
  it('REQ-C-024/1,2,3,4,5,6,7: are no windows without a screen', async () => {
    const home = folder()
    fakeProgram('xdg-open', home)
    const env = { HOME: home, DISPLAY: ':7', PATH: `${home}:${process.env['PATH']}` }
    const [shows, skips, needs, schema] = await allContracts(
      'shows',
      'skips',
      'needs',
      'shows --schema',
    )
    expect(shows!.data['open_url']).toBe('https://example.test/run/3')
    for (const run of [shows, skips, needs]) expect(run!.meta['headless']).toBe(true)
    expect(skips).toMatchObject({ code: 0, warned: ['WINDOW_SKIPPED'] })
    expect(skips!.data).not.toHaveProperty('open_url')
    expect(needs!.code).toBe(4)
    if (hasTerminals) {
      const seen = await runAtTerminal(`${program('requirements/contracts.mjs')} shows`, [], env)
      expect(seen.code).toBe(0)
      expect(readFileSync(join(home, 'started'), 'utf8')).toBe('https://example.test/run/3\n')
    }
    expect(schema!.data).toMatchObject({
      gui_operations: ['browser_open'],
      headless_behavior: { browser_open: 'emit_in_output' },
    })
    await expectRefusals('C-024')
  })
})
