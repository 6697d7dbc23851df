import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('standard output', () => {
  it('REQ-F-007/1,5: has no escape byte; errors have no escape sequence, data is escaped as JSON', async () => {
    const [fine, failed] = await Promise.all([acme(['coloured']), acme(['coloured', '--fail'])])
    expect(fine.data['text']).toContain('\u001b[31mred')
    expect(failed.error['message']).toBe('red up link is wrong.')
    for (const { stdout } of [fine, failed])
      // oxlint-disable-next-line no-control-regex -- finding control characters is the point
      expect(stdout).not.toMatch(/\u001b|\r/)
    expect(failed.stdout).not.toMatch(/\\u001b|\\r/)
  })
})
