import { defineCommand, s } from 'surety'

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
  description: 'Completes a task',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task_completed',
  args: reference,
  options: { ...idOption, yes: s.boolean().default(false).short('y').describe('Asks nothing') },
  output: shapes.task_touched,
  text: ({ content }) => `Completed: ${content}`,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id)
    const completed_at = ctx.now().toISOString()
    await store.book.update((book) =>
      changeOrFail(ctx, book, task.id, (before) => ({
        ...before,
        completed_at: before.completed_at ?? completed_at,
      })),
    )
    ctx.effect(task.completed_at === null ? 'updated' : 'noop')
    return { task_id: task.id, content: task.content }
  },
})
