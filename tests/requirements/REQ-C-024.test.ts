import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { allContracts, expectRefusals, fakeProgram } from './contracts.ts'

describe('windows', () => {
  let [shows, skips, needs, schema]: Awaited<ReturnType<typeof allContracts>>[number][] = []
  beforeAll(async () => {
    ;[shows, skips, needs, schema] = await allContracts('shows', 'skips', 'needs', 'shows --schema')
  })

  it('REQ-C-024/1: have their address in the answer where no screen is', () => {
    expect(shows).toMatchObject({ code: 0, data: { open_url: 'https://example.test/run/3' } })
  })

  it('REQ-C-024/5: that are skipped leave a warning', () => {
    expect(skips).toMatchObject({ code: 0, warned: ['WINDOW_SKIPPED'] })
    expect(skips!.data).not.toHaveProperty('open_url')
  })

  it('REQ-C-024/6: that are needed end the call with 4', () => {
    expect(needs!.code).toBe(4)
  })

  it('REQ-C-024/4: have a mark in every answer', () => {
    for (const run of [shows, skips, needs]) expect(run!.meta['headless']).toBe(true)
  })

  it('REQ-C-024/7: are in the schema', () => {
    expect(schema!.data).toMatchObject({
      gui_operations: ['browser_open'],
      headless_behavior: { browser_open: 'emit_in_output' },
    })
  })

  it('REQ-C-024/2: need a way without a screen in their declaration', async () => {
    await expectRefusals('C-024')
  })

  it.runIf(hasTerminals)('REQ-C-024/3: open where a screen is', async () => {
    const home = folder()
    fakeProgram('xdg-open', home)
    const env = { HOME: home, DISPLAY: ':7', PATH: `${home}:${process.env['PATH']}` }
    const seen = await runAtTerminal(`${program('requirements/contracts.mjs')} shows`, [], env)
    expect(seen.code).toBe(0)
    expect(readFileSync(join(home, 'started'), 'utf8')).toBe('https://example.test/run/3\n')
  })
})
