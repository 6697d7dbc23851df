import { defineCommand, s } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { CONFIG_KEYS, isConfigKey, openConfig } from '../../settings.ts'

export const command = defineCommand({
  description: 'Shows all settings, or one',
  danger: 'safe',
  exitCodes,
  errors,
  args: { key: s.string().optional().describe('Setting') },
  run: async (ctx) => {
    const file = openConfig(homeOf(ctx))
    const config = await file.read()
    const { key } = ctx.args
    if (key === undefined) return { path: file.path, config, valid_keys: CONFIG_KEYS }
    if (!isConfigKey(key)) {
      return ctx.fail('config_error', `There is no setting '${key}'.`, {
        extra: { valid_keys: CONFIG_KEYS },
      })
    }
    return { path: file.path, key, value: config[key] ?? null }
  },
})
