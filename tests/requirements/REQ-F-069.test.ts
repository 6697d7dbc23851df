import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { processesWith, type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it('REQ-F-069/10: after SIGINT is the last line of a stream', async () => {
    const { documents, code } = await newest(['rows-without-end', '--format', 'jsonl'], {
      whenReady: (child) => child.kill('SIGINT'),
    })
    expect(code).toBe(130)
    expect(documents[0]).toEqual({ row: 0 })
    expect(documents.at(-1)).toMatchObject({
      ok: false,
      data: { partial: true },
      error: { code: 'CANCELLED', context: { signal: 'SIGINT' } },
      meta: { exit_code: 130 },
    })
  })
})

describe.concurrent('a signal', () => {
  it('REQ-F-069/7: ends the children of the run', async () => {
    const mark = `3${process.pid}.5`
    const { code } = await acme(['waits-for-child', mark], {
      whenReady: async (child) => {
        await expect.poll(() => processesWith(mark).length).toBe(2)
        child.kill('SIGINT')
      },
    })
    expect(code).toBe(130)
    // It ends when the system has time for it.
    await expect.poll(() => processesWith(mark)).toEqual([])
  })
})
