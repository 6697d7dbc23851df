import { defineCommand } from 'surety'

import { errors, exitCodes, findTask, idOption, openDeskFor, presentTask, reference } from '../task-command.ts'

export const command = defineCommand({
  description: 'Shows one task',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task',
  args: reference,
  options: idOption,
  run: async (ctx) => {
    const desk = openDeskFor(ctx)
    const task = await findTask(ctx, desk, ctx.args.ref, ctx.options.id)
    return presentTask(task, await desk.book.read())
  },
})
