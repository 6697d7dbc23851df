import { defineCommand } from 'surety'

import { globals } from '../project.ts'
import { exitCodes, kindOption, openScope, present } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { nextSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Shows the subject to take next',
  danger: 'safe',
  exitCodes,
  errors,
  globals,
  options: kindOption,
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    return present(ctx, kind, 'next', nextSubject(await project.subjects.read(), kind))
  },
})
