import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor } from '../task-command.ts'
import { shapes } from '../shapes.ts'
import { projectRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists projects',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'project_list',
  options: { search: s.string().optional().short('s').describe('Only names with this text') },
  output: shapes.project_list,
  view: projectRows,
  run: async (ctx) => {
    const { projects } = await openStoreFor(ctx).book.read()
    const wanted = ctx.options.search?.toLowerCase() ?? ''
    return projects.filter((project) => project.name.toLowerCase().includes(wanted))
  },
})
