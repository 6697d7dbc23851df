import { describe, expect, it } from 'vitest'

import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runTogether } from '../e2e/processes/run-tool.ts'

const together = (lines: readonly Loose[], options?: ProcessOptions) =>
  runTogether('work.mjs', lines, options)

const call = (command: string, input: Loose = {}, flags: Loose = {}) => ({
  _cmd: command,
  _opts: flags,
  ...input,
})

describe('steps and batches', () => {
  it('REQ-C-009/1,2,3,4,5,6: count the items of a batch', async () => {
    const { answers } = await together([call('batch'), call('batch', { breaks: true })])
    const [whole, part] = answers
    expect(whole!.data).toEqual({
      summary: { total: 2, succeeded: 2, failed: 0 },
      results: [
        { size: 1, id: 'a', ok: true },
        { size: 1, id: 'b', ok: true },
      ],
    })
    expect(part).toMatchObject({
      code: 3,
      data: {
        summary: { total: 2, succeeded: 1, failed: 1 },
        results: [
          { id: 'a', ok: true },
          {
            id: 'b',
            ok: false,
            error: { code: 'BUSY', message: 'Too many calls.', retryable: true },
          },
        ],
      },
    })
  })
})
