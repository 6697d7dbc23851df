import { defineCommand } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { openLimits } from '../../settings.ts'

export const command = defineCommand({
  description: 'Removes all caps on spending',
  danger: 'mutating',
  exitCodes,
  errors,
  run: async (ctx) => {
    const file = openLimits(homeOf(ctx))
    const cleared = await file.update((before) => ({
      document: {},
      result: Object.keys(before).length > 0,
    }))
    ctx.effect(cleared ? 'deleted' : 'noop')
    return { cleared, path: file.path }
  },
})
