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
  it('REQ-O-010/1,2,4,5,6 REQ-O-011/1,2,3,4,5: go on at a step, and undo the others', async () => {
    const undoing = { 'rollback-on-failure': true }
    const { answers, calls } = await together([
      call('steps', {}, { 'resume-from': 'copy' }),
      call('steps', {}, { 'resume-from': 'nope' }),
      call('steps', { breaks: true }, undoing),
      call('steps', { breaks: true, undo: 'fails' }, undoing),
    ])
    const [resumed, unknown, undone, stuck] = answers
    expect(resumed!.data).toMatchObject({
      completed_steps: ['copy', 'check'],
      skipped_steps: ['snapshot'],
    })
    expect(unknown!.code).toBe(2)
    expect(calls).toBe(3)
    expect(undone).toMatchObject({ code: 3, data: { rollback_status: 'completed' } })
    expect(stuck!.data).toMatchObject({ rollback_status: 'failed', rollback_error: 'stuck' })
  })
})
