import { defineCommand, s } from 'surety'

import { globals, serveKind } from '../project.ts'
import { openProjectFor } from '../subject-command.ts'
import { errors } from '../subject-context.ts'

const { internal, invalid_input, not_found } = errors

export const command = defineCommand({
  description: 'Gives a kind of subject its local backend',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The kind has a backend',
    NOT_FOUND: 'There is no such folder',
  },
  errors: { internal, invalid_input, not_found },
  globals,
  args: { kind: s.string().min(1).describe('Kind of subject') },
  run: async (ctx) => {
    const { kind } = ctx.args
    const isNew = await serveKind(await openProjectFor(ctx), kind)
    ctx.effect(isNew ? 'updated' : 'noop')
    return { message: isNew ? `kind ${kind} has a backend now` : `kind ${kind} had a backend` }
  },
})
