import { defineCommand } from 'surety'

import {
  errors,
  exitCodes,
  findTask,
  idOption,
  openStoreFor,
  presentTask,
  reference,
} from '../task-command.ts'
import { shapes } from '../shapes.ts'
import { taskCard } from '../views.ts'

export const command = defineCommand({
  description: 'Shows one task',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task',
  args: reference,
  options: idOption,
  output: shapes.task,
  view: taskCard,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id)
    return presentTask(task, await store.book.read())
  },
})
