import { defineCommand, s } from 'surety'

import { parseDue } from '../due.ts'
import {
  changeOrFail,
  errors,
  exitCodes,
  findTask,
  idOption,
  openStoreFor,
  presentTask,
  reference,
} from '../task-command.ts'
import type { Task } from '../tasks.ts'
import { shapes } from '../shapes.ts'
import { taskCard } from '../views.ts'

export const command = defineCommand({
  description: 'Changes a task; without changes it shows it',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task',
  args: reference,
  options: {
    ...idOption,
    content: s.string().min(1).optional().describe('What is to be done'),
    priority: s.integer().min(1).max(4).optional().describe('1 urgent to 4 low'),
    due: s
      .string()
      .optional()
      .short('d')
      .describe('today, tomorrow, monday, in 3 days, 2026-12-24'),
    label: s.array(s.string()).optional().short('l').describe('Label; may be repeated'),
    desc: s.string().optional().describe('Description'),
  },
  output: shapes.task,
  view: taskCard,
  run: async (ctx) => {
    const { content, priority, due, label, desc } = ctx.options
    const parsed = due === undefined ? undefined : parseDue(due, ctx.now())
    if (due !== undefined && parsed === undefined) {
      return ctx.fail('validation_error', `'${due}' is not a date that td knows.`, {
        suggestion: 'Use today, tomorrow, a weekday, in 3 days, or 2026-12-24.',
        phase: 'validation',
      })
    }
    const change: Partial<Task> = {
      ...(content !== undefined && { content }),
      ...(priority !== undefined && { priority: 5 - priority }),
      ...(parsed !== undefined && { due: parsed }),
      ...(label !== undefined && { labels: label }),
      ...(desc !== undefined && { description: desc }),
    }
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id)
    if (Object.keys(change).length === 0) {
      ctx.effect('noop')
      return presentTask(task, await store.book.read())
    }
    const changed = await store.book.update((book) =>
      changeOrFail(ctx, book, task.id, (before) => ({ ...before, ...change })),
    )
    ctx.effect('updated')
    return presentTask(changed.task, changed.book)
  },
})
