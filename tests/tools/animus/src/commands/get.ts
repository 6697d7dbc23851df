import { defineCommand } from 'surety'

import { globals } from '../project.ts'
import { exitCodes, idOption, kindOption, openScope, orFail, present } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { getSubject, qualify } from '../subjects.ts'

export const command = defineCommand({
  description: 'Shows one subject',
  danger: 'safe',
  exitCodes,
  errors,
  globals,
  options: { ...kindOption, ...idOption },
  examples: [
    { description: 'One task', command: 'animus subject get --kind task --id task:TASK-001' },
  ],
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const id = qualify(kind, ctx.options.id)
    const subject = await orFail(
      ctx,
      project.subjects.read().then((book) => getSubject(book, id)),
    )
    return present(ctx, kind, 'get', subject)
  },
})
