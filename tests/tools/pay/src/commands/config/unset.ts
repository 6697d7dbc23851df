import { defineCommand, s } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { CONFIG_KEYS, isConfigKey, openConfig } from '../../settings.ts'

export const command = defineCommand({
  description: 'Removes a setting',
  danger: 'mutating',
  exitCodes,
  errors,
  args: { key: s.string().describe('Setting') },
  run: async (ctx) => {
    const { key } = ctx.args
    if (!isConfigKey(key)) {
      return ctx.fail('config_error', `There is no setting '${key}'.`, {
        phase: 'validation',
        extra: { valid_keys: CONFIG_KEYS },
      })
    }
    const file = openConfig(homeOf(ctx))
    await file.update(({ [key]: _removed, ...rest }) => ({ document: rest, result: null }))
    ctx.effect('updated')
    return { ok: true, key, removed: true, path: file.path }
  },
})
