import { defineCommand, s } from 'surety'

import { globals } from '../project.ts'
import { exitCodes, idOption, kindOption, openScope, orFail, present } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { deleteSubject, getSubject, qualify } from '../subjects.ts'

export const command = defineCommand({
  description: 'Removes a subject',
  danger: 'mutating',
  exitCodes,
  errors,
  globals,
  interactive: true,
  options: { ...kindOption, ...idOption, yes: s.boolean().default(false).describe('Removes it') },
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const id = qualify(kind, ctx.options.id)
    if (!ctx.options.yes) {
      await orFail(
        ctx,
        project.subjects.read().then((book) => getSubject(book, id)),
      )
      ctx.effect('noop')
      return {
        kind,
        verb: 'delete',
        id,
        would_delete: true,
        hint: 'call again with --yes to remove it',
      }
    }
    await orFail(
      ctx,
      project.subjects.update((book) => deleteSubject(book, id)),
    )
    ctx.effect('deleted')
    return present(ctx, kind, 'delete', { message: `subject ${id} deleted` })
  },
})
