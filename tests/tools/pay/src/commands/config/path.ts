import { defineCommand } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { openConfig } from '../../settings.ts'

export const command = defineCommand({
  description: 'Names the settings file',
  danger: 'safe',
  exitCodes,
  errors,
  run: (ctx) => ({ path: openConfig(homeOf(ctx)).path }),
})
