import { defineCommand } from 'surety'

import { errors, exitCodes, openStoreFor, presentListing, sortOptions } from '../task-command.ts'
import { shapes } from '../shapes.ts'
import { taskRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists completed tasks',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task_list',
  options: sortOptions,
  output: shapes.task_list,
  view: taskRows,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const { tasks } = await store.book.read()
    const completed = tasks.filter((task) => task.completed_at !== null)
    return presentListing(ctx, store, completed, ctx.options)
  },
})
