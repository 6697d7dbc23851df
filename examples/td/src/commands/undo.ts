import { defineCommand } from 'surety'

import {
  changeOrFail,
  errors,
  exitCodes,
  findTask,
  idOption,
  openStoreFor,
  reference,
} from '../task-command.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Reopens a completed task',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task_reopened',
  args: reference,
  options: idOption,
  output: shapes.task_touched,
  text: ({ content }) => `Reopened: ${content}`,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id, 'td log')
    await store.book.update((book) =>
      changeOrFail(ctx, book, task.id, (before) => ({ ...before, completed_at: null })),
    )
    ctx.effect(task.completed_at === null ? 'noop' : 'updated')
    return { task_id: task.id, content: task.content }
  },
})
