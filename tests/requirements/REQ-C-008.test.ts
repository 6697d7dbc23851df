import { describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('steps and batches', () => {
  it('REQ-C-008/1,2,3,4,5,6,7,8: say what is done, what failed and what was not reached', async () => {
    const wait = (options: ProcessOptions) => work(['steps', '--wait'], options)
    const [schema, streamed, failed, done, ended, late] = await Promise.all([
      work(['steps', '--schema']),
      work(['steps', '--stream']),
      work(['steps', '--breaks']),
      work(['steps']),
      wait({ whenReady: (child) => child.kill('SIGTERM') }),
      wait({ env: { WORK_LIMIT: '3000' } }),
    ])
    expect(schema.data['steps']).toEqual(['snapshot', 'copy', 'check'])
    expect(schema.data['exit_codes']).toMatchObject({ 3: { retryable: false } })
    const report = { completed_steps: ['snapshot'], failed_step: 'copy', skipped_steps: ['check'] }
    expect(failed).toMatchObject({
      code: 3,
      data: { ...report, partial: true, resume_from: 'copy' },
    })
    const events = ['snapshot', 'copy', 'check'].flatMap((step) =>
      ['start', 'complete'].map((event) => ({ step, event })),
    )
    expect(failed.meta['step_events']).toEqual(events.slice(0, 3))
    expect(done.meta['step_events']).toEqual(events)
    expect(streamed.documents.at(-1)).toMatchObject({ _summary: true, step_events: events })
    expect(done.data).toEqual({
      effect: 'updated',
      completed_steps: ['snapshot', 'copy', 'check'],
      failed_step: null,
      skipped_steps: [],
    })
    expect(ended).toMatchObject({ code: 143, data: { partial: true, ...report } })
    expect(late).toMatchObject({ code: 10, data: { partial: true, ...report } })
  })
})
