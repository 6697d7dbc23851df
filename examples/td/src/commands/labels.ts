import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor } from '../task-command.ts'
import { shapes } from '../shapes.ts'
import { labelRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists labels',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'label_list',
  options: { search: s.string().optional().short('s').describe('Only names with this text') },
  output: shapes.label_list,
  view: labelRows,
  run: async (ctx) => {
    const { labels } = await openStoreFor(ctx).book.read()
    const wanted = ctx.options.search?.toLowerCase() ?? ''
    return labels.filter((label) => label.name.toLowerCase().includes(wanted))
  },
})
