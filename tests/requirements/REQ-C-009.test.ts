import { beforeAll, describe, expect, it } from 'vitest'

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
  let [whole, part]: Awaited<ReturnType<typeof together>>['answers'][number][] = []
  beforeAll(async () => {
    ;[whole, part] = (await together([call('batch'), call('batch', { breaks: true })])).answers
  })

  it('count the items of a batch and list them by id, all or a part of them done', () => {
    expect(whole!.data).toEqual({
      summary: { total: 2, succeeded: 2, failed: 0 },
      results: [
        { size: 1, id: 'a', ok: true },
        { size: 1, id: 'b', ok: true },
      ],
    })
    expect(part!.data['summary']).toEqual({ total: 2, succeeded: 1, failed: 1 })
  })

  it('say of each item whether it failed, and how', () => {
    expect(part!.data['results']).toMatchObject([
      { id: 'a', ok: true },
      {
        id: 'b',
        ok: false,
        error: { code: 'BUSY', message: 'Too many calls.', retryable: true },
      },
    ])
  })

  it('exit with 3 after a failure', () => {
    expect([whole!.code, part!.code]).toEqual([0, 3])
  })
})
