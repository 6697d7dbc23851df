import { defineCommand, s } from 'surety'

import { errors, exitCodes, openDeskFor } from '../task-command.ts'

export const command = defineCommand({
  description: 'Lists projects',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'project_list',
  options: { search: s.string().optional().short('s').describe('Only names with this text') },
  run: async (ctx) => {
    const { projects } = await openDeskFor(ctx).book.read()
    const wanted = ctx.options.search?.toLowerCase() ?? ''
    return projects.filter((project) => project.name.toLowerCase().includes(wanted))
  },
})
