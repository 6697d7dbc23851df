import { defineCommand, s } from 'surety'

import { Keystore } from '../keystore.ts'
import { chainOption, errors, exitCodes, homeOf, nameOption, noWallet } from '../pay-command.ts'
import { clearUnlock } from '../unlock.ts'

export const command = defineCommand({
  description: 'Removes a wallet and its key',
  danger: 'mutating',
  exitCodes,
  errors,
  interactive: true,
  options: {
    ...chainOption,
    ...nameOption,
    danger: s.boolean().default(false).describe('Says that the key will be gone'),
    skipConfirm: s.boolean().default(false).describe('Asks nothing'),
  },
  run: async (ctx) => {
    const { chain, name, danger, skipConfirm } = ctx.options
    if (!danger) {
      return ctx.fail('invalid_input', 'Removing a wallet destroys its key.', {
        next_steps: { action: 'pass_danger_flag', suggestion: 'Call again with --danger.' },
      })
    }
    const home = homeOf(ctx)
    const keystore = new Keystore(home)
    const wallet = (await keystore.list()).find((one) => one.chain === chain && one.name === name)
    if (!wallet) return noWallet(ctx, chain, name)
    if (!skipConfirm && !(await ctx.prompt.confirm(`Remove ${chain} (${name})?`, { flag: '--skip-confirm' }))) {
      return ctx.fail('user_cancelled', 'Nothing was removed.')
    }
    await keystore.remove(wallet)
    ctx.effect('deleted')
    return {
      ok: true,
      chain,
      name,
      address: wallet.address,
      removed_files: [wallet.keystore],
      unlock_cache_cleared: await clearUnlock(home),
    }
  },
})
