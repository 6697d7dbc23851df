import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('standard output', () => {
  it('REQ-F-007/1,2,4,5: has no escape sequence and no carriage return, in data, warnings and errors', async () => {
    const [fine, failed] = await Promise.all([acme(['coloured']), acme(['coloured', '--fail'])])
    expect(fine.data).toEqual({ text: 'red up link', list: ['red up link'] })
    expect(failed.error['message']).toBe('red up link is wrong.')
    for (const { stdout } of [fine, failed])
      // oxlint-disable-next-line no-control-regex -- finding control characters is the point
      expect(stdout).not.toMatch(/\u001b|\\u001b|\r|\\r/)
  })
})
