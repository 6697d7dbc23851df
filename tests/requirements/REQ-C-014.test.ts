import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractCalls, contractManifest, contracts, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('an error', () => {
  const failures = ['LIMITED', 'DOWN', 'EXPIRED', 'NO_NAME', 'BROKEN', 'GONE_FOR_GOOD']
  const LATE = ['late-reader', 'late-writer', 'late-input']
  const names = [...failures, 'BAD', ...LATE]
  const errors: Record<string, Loose> = {}
  beforeAll(async () => {
    const [{ ended }, ...late] = await Promise.all([
      contractCalls(...failures.map((code) => ({ _cmd: 'fails', code })), {
        _cmd: 'make',
        size: 'x',
      }),
      ...LATE.map((line) => contracts(line)),
    ])
    for (const [at, { error }] of [...ended, ...late].entries()) errors[names[at]!] = error
  })
  const given = (...wanted: readonly string[]) => wanted.map((name) => errors[name]!)

  it('says whether to try again', () => {
    expect(Object.keys(errors)).toEqual(names)
    for (const { retryable } of given(...names)) expect(retryable).toBeTypeOf('boolean')
  })

  it('that may pass by itself says when, and how', () => {
    expect(errors['LIMITED']!['retry_after_ms']).toBeGreaterThan(0)
    for (const error of given('LIMITED', 'DOWN', 'late-reader')) {
      expect(error).toMatchObject({ retryable: true, retry_strategy: expect.any(String) })
      expect(Number.isInteger(error['retry_after_ms'])).toBe(true)
    }
  })

  it('that a fix must precede says which', () => {
    for (const error of given('EXPIRED', 'NO_NAME', 'BAD'))
      expect(error).toMatchObject({ retryable: false, fix_required: expect.any(String) })
  })

  it('that nothing helps has no fix', () => {
    for (const error of given('BROKEN', 'late-writer')) {
      expect(error['retryable']).toBe(false)
      expect(error).not.toHaveProperty('fix_required')
    }
  })

  it('has the default of its exit, unless its declaration says otherwise', () => {
    expect(given('DOWN', 'GONE_FOR_GOOD').map(({ retryable }) => retryable as boolean)).toEqual([
      true,
      false,
    ])
  })

  it('cannot be declared retryable after a part was done', async () => {
    await expectRefusals('C-014')
  })

  it('of a passed limit is as retryable as declared', () => {
    for (const name of LATE)
      expect(errors[name]!['retryable'], name).toBe(entry(name)['exit_codes']['10'].retryable)
  })

  it('of a limit that was too short for the input names a longer one', () => {
    expect(errors['late-input']!['fix_required']).toContain('--timeout')
    expect(entry('late-input')['exit_codes']['10']).toMatchObject({
      retryable: false,
      side_effects: 'none',
    })
    expect(entry('late-input')['flags']).toHaveProperty('timeout')
  })
})
