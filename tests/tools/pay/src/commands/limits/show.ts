import { defineCommand } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { openLimits } from '../../settings.ts'

export const command = defineCommand({
  description: 'Shows the caps on spending',
  danger: 'safe',
  exitCodes,
  errors,
  run: async (ctx) => {
    const file = openLimits(homeOf(ctx))
    return { path: file.path, limits: await file.read() }
  },
})
