import { defineCommand, s } from 'surety'

import { globals } from '../project.ts'
import { exitCodes, idOption, kindOption, openScope, orFail, present } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { qualify, STATUSES, updateSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Sets the status of a subject',
  danger: 'mutating',
  exitCodes,
  errors,
  globals,
  options: {
    ...kindOption,
    ...idOption,
    status: s.enum(STATUSES).describe('Where the work stands'),
  },
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const { id, status } = ctx.options
    const now = ctx.now().toISOString()
    const subject = await orFail(
      ctx,
      project.subjects.update((book) => updateSubject(book, qualify(kind, id), { status }, now)),
    )
    ctx.effect('updated')
    return present(ctx, kind, 'status', subject)
  },
})
