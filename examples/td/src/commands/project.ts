import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor, projectOrFail } from '../task-command.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Shows one project',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'project',
  args: { name: s.array(s.string()).min(1).describe('Name or id of the project') },
  output: shapes.project,
  run: async (ctx) => {
    const book = await openStoreFor(ctx).book.read()
    return projectOrFail(ctx, book, ctx.args.name.join(' '))
  },
})
