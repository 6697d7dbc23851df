import { defineCommand, s } from 'surety'

import { CHAINS } from '../../wallet/chains.ts'
import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { CONFIG_KEYS, isConfigKey, openConfig, parseChains } from '../../settings.ts'

export const command = defineCommand({
  description: 'Changes a setting',
  danger: 'mutating',
  exitCodes,
  errors,
  args: { key: s.string().describe('Setting'), value: s.string().describe('Value') },
  examples: [
    { description: 'Prefer two chains', command: 'pay config set preferred_chains base,tempo' },
  ],
  run: async (ctx) => {
    const { key, value } = ctx.args
    if (!isConfigKey(key)) {
      return ctx.fail('config_error', `There is no setting '${key}'.`, {
        phase: 'validation',
        extra: { valid_keys: CONFIG_KEYS },
      })
    }
    const parsed = parseChains(value)
    if ('unknown' in parsed) {
      return ctx.fail('config_error', `No such chain: ${parsed.unknown.join(', ')}.`, {
        phase: 'validation',
        extra: { valid_chains: CHAINS },
      })
    }
    const file = openConfig(homeOf(ctx))
    await file.update((config) => ({ document: { ...config, [key]: parsed.chains }, result: null }))
    ctx.effect('updated')
    return { ok: true, key, value: parsed.chains, path: file.path }
  },
})
