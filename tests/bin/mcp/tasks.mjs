// A tool with work that goes on after its call: a job of its own, and work that outlives the budget of its call.
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const jobs = new Map()
const start = defineCommand({
  description: 'Starts a job',
  danger: 'mutating',
  exitCodes,
  options: { ms: s.integer().default(0).describe('How long it takes') },
  job: {
    descriptor: { type: 'object', required: ['job_id'] },
    pollIntervalMs: 50,
    status: async (id) => jobs.get(id)?.() ?? null,
    cancel: async (id) => {
      jobs.set(id, () => ({ status: 'cancelled' }))
      return { status: 'cancelled' }
    },
  },
  run: ({ options }) => {
    const id = `job-${jobs.size}`
    const ends = Date.now() + options.ms
    jobs.set(id, () =>
      Date.now() < ends ? { status: 'running' } : { status: 'complete', result: { made: 1 } },
    )
    return { effect: 'created', job_id: id, status: 'running' }
  },
})
const grind = defineCommand({
  description: 'Works for longer than its call may take',
  danger: 'mutating',
  exitCodes,
  interruption: { resume: true },
  options: { steps: s.integer().default(3).describe('How many steps it takes') },
  run: async ({ options, checkpoint, restore }) => {
    const saved = Number((await restore('grind')) ?? 0)
    for (let done = saved + 1; done <= options.steps; done += 1) {
      await sleep(60)
      await checkpoint(done)
    }
    return { effect: 'created', resumed_at: saved }
  },
})

await serve(
  defineCli({
    name: 'tasks',
    version: '1.0.0',
    description: 'Work that goes on',
    dialect: 'spec-1.16',
    commands: { start, grind },
  }),
)
