import { defineCommand } from 'surety'

import { errors, exitCodes, findTask, idOption, openDeskFor, reference } from '../task-command.ts'
import { changeTask } from '../tasks.ts'

export const command = defineCommand({
  description: 'Reopens a completed task',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task_reopened',
  args: reference,
  options: idOption,
  run: async (ctx) => {
    const desk = openDeskFor(ctx)
    const task = await findTask(ctx, desk, ctx.args.ref, ctx.options.id)
    await desk.book.update((book) => ({
      document: changeTask(book, task.id, (before) => ({ ...before, completed_at: null })),
      result: null,
    }))
    ctx.effect(task.completed_at === null ? 'noop' : 'updated')
    return { task_id: task.id, content: task.content }
  },
})
