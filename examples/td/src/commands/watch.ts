import { setTimeout as sleep } from 'node:timers/promises'

import { defineCommand, s } from 'surety'

import { shapes } from '../shapes.ts'
import { errors, exitCodes, openStoreFor, presentTask } from '../task-command.ts'
import { openTasks } from '../tasks.ts'
import { taskRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists open tasks, then each one that is added or changed',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task_list',
  options: {
    for: s.duration().default('10s').describe('How long to watch'),
    every: s.duration().default('500ms').describe('The time between two looks'),
  },
  output: shapes.task_list,
  view: taskRows,
  examples: [{ description: 'Looks for a second', command: 'td watch --for 1s' }],
  // Its own option limits it.
  timeoutMs: 0,
  run: async function* (ctx) {
    const store = openStoreFor(ctx)
    const end = performance.now() + ctx.options.for
    const seen = new Map<string, string>()
    for (;;) {
      const book = await store.book.read()
      for (const task of openTasks(book)) {
        const shown = presentTask(task, book)
        const text = JSON.stringify(shown)
        if (seen.get(task.id) !== text) yield shown
        seen.set(task.id, text)
      }
      const left = end - performance.now()
      if (left <= 0) return
      await sleep(Math.min(Math.max(10, ctx.options.every), left), undefined, {
        signal: ctx.signal,
      })
    }
  },
})
