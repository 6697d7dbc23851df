import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { spy } from './spy.ts'

describe('a child', () => {
  it('REQ-F-055/2,3,5: is no editor, and the flag that replaces it works', async () => {
    const { path, trace } = await spy('ed')
    const { code, error } = await acme(['edits'], { env: { EDITOR: path } })
    expect(code).toBe(4)
    expect(error['code']).toBe('EDITOR_REQUIRED')
    expect(JSON.stringify(error)).toContain(
      '"alternatives":[{"flag":"--message","description":"The text"}]',
    )
    const given = await acme(['edits', '--message', 'text'], { env: { EDITOR: path } })
    expect(given).toMatchObject({ code: 0, data: { text: 'text' } })
    expect(readFileSync(trace, 'utf8')).toBe('')
  })
})
