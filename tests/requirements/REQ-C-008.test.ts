import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('steps and batches', () => {
  const report = { completed_steps: ['snapshot'], failed_step: 'copy', skipped_steps: ['check'] }
  const events = ['snapshot', 'copy', 'check'].flatMap((step) =>
    ['start', 'complete'].map((event) => ({ step, event })),
  )
  const wait = (options: ProcessOptions) => work(['steps', '--wait'], options)
  const run = () =>
    runAll({
      schema: work(['steps', '--schema']),
      streamed: work(['steps', '--stream']),
      failed: work(['steps', '--breaks']),
      done: work(['steps']),
      ended: wait({ whenReady: (child) => child.kill('SIGTERM') }),
      late: wait({ env: { WORK_LIMIT: '3000' } }),
    })
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('have their names and the exit of a part in the schema', () => {
    expect(seen.schema.data['steps']).toEqual(['snapshot', 'copy', 'check'])
    expect(seen.schema.data['exit_codes']).toMatchObject({
      3: { name: 'PARTIAL_FAILURE', retryable: false, side_effects: 'partial' },
    })
  })

  it('that fail say what is done, what failed and what was not reached', () => {
    expect(seen.failed).toMatchObject({
      code: 3,
      data: { ...report, partial: true, resume_from: 'copy' },
    })
  })

  it('that succeed say the same', () => {
    expect(seen.done.data).toEqual({
      effect: 'updated',
      completed_steps: ['snapshot', 'copy', 'check'],
      failed_step: null,
      skipped_steps: [],
    })
  })

  it('that are ended by a signal or a limit say the same', () => {
    expect(seen.ended).toMatchObject({ code: 143, data: { partial: true, ...report } })
    expect(seen.late).toMatchObject({ code: 10, data: { partial: true, ...report } })
  })

  it('have a start and an end each, in the answer and in the last line of a stream', () => {
    expect(seen.failed.meta['step_events']).toEqual(events.slice(0, 3))
    expect(seen.done.meta['step_events']).toEqual(events)
    expect(seen.streamed.documents.at(-1)).toMatchObject({ _summary: true, step_events: events })
  })
})
