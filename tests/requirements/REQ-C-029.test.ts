import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a manifest of contract 1.16', () => {
  it('REQ-C-029/8 REQ-F-001/15 REQ-F-013/9 REQ-F-069/9: has the scopes of every command and the exits of signals', async () => {
    const { data } = await newest(['manifest'])
    const lost = { retryable: false, side_effects: 'partial' }
    for (const [name, entry] of Object.entries<Loose>(data['commands'])) {
      expect(Array.isArray(entry['required_scopes']), name).toBe(true)
      const exits = { ...data['exit_codes'], ...entry['exit_codes'] } as Loose
      expect(exits['130'], name).toMatchObject(lost)
      expect(exits['143'], name).toMatchObject(lost)
    }
  })
})
