import { defineCommand } from 'surety'

import { dayOf } from '../due.ts'
import { errors, exitCodes, openStoreFor, presentListing, sortOptions } from '../task-command.ts'
import { openTasks } from '../tasks.ts'
import { shapes } from '../shapes.ts'
import { taskRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists what is due today or overdue',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task_list',
  options: sortOptions,
  output: shapes.task_list,
  view: taskRows,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const today = dayOf(ctx.now())
    const due = openTasks(await store.book.read()).filter(
      (task) => task.due !== null && task.due.date <= today,
    )
    return presentListing(ctx, store, due, ctx.options)
  },
})
