import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractCalls, contractManifest, contracts, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('an error', () => {
  it('REQ-C-014/1,2,3,5,6,7,8,9,10,11: says whether and when to try again', async () => {
    const failures = ['LIMITED', 'DOWN', 'EXPIRED', 'NO_NAME', 'BROKEN', 'GONE_FOR_GOOD']
    const [{ ended }, ...late] = await Promise.all([
      contractCalls(...failures.map((code) => ({ _cmd: 'fails', code })), {
        _cmd: 'make',
        size: 'x',
      }),
      ...['late-reader', 'late-writer', 'late-input'].map((line) => contracts(line)),
    ])
    const runs = [...ended, ...late]
    for (const { error } of runs) expect(error['retryable']).toBeTypeOf('boolean')
    const [limited, down, expired, missing, broken, forGood, bad, reader, writer, input] = runs.map(
      ({ error }) => error,
    )
    expect(limited!['retry_after_ms']).toBeGreaterThan(0)
    for (const error of [limited!, down!, reader!]) {
      expect(error).toMatchObject({ retryable: true, retry_strategy: expect.any(String) })
      expect(Number.isInteger(error['retry_after_ms'])).toBe(true)
    }
    for (const error of [expired!, missing!, bad!])
      expect(error).toMatchObject({ retryable: false, fix_required: expect.any(String) })
    expect(forGood!['retryable']).toBe(false)
    for (const error of [broken!, writer!]) {
      expect(error['retryable']).toBe(false)
      expect(error).not.toHaveProperty('fix_required')
    }
    for (const [name, error] of [
      ['late-reader', reader!],
      ['late-writer', writer!],
      ['late-input', input!],
    ] as const)
      expect(error['retryable'], name).toBe(entry(name)['exit_codes']['10'].retryable)
    expect(input!['fix_required']).toContain('--timeout')
    expect(entry('late-input')['exit_codes']['10']).toMatchObject({ side_effects: 'none' })
    expect(entry('late-input')['flags']).toHaveProperty('timeout')
    await expectRefusals('C-014')
  })
})
