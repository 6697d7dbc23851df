import { defineCommand, s, type Context } from 'surety'

import { Keystore } from '../../wallet/keystore.ts'
import { chainOption, errors, exitCodes, homeOf, nameOption } from '../../pay-command.ts'
import { clearUnlock } from '../../wallet/unlock.ts'

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
    const again = `pay wallet remove --chain ${chain} --name ${name}`
    if (!danger) {
      return ctx.fail('invalid_input', 'Removing a wallet destroys its key.', {
        phase: 'validation',
        next_steps: { action: 'pass_danger_flag', suggestion: `${again} --danger --skip-confirm` },
      })
    }
    const home = homeOf(ctx)
    const keystore = new Keystore(home)
    const wallet = (await keystore.list()).find((one) => one.chain === chain && one.name === name)
    if (!wallet) {
      // The usual advice to create the wallet makes no sense here.
      return ctx.fail('no_wallet', `No keystore for ${chain} (${name}).`, {
        extra: { chain, name },
      })
    }
    if (!skipConfirm && !(await agrees(ctx, `Remove ${chain} (${name})?`))) {
      return ctx.fail('user_cancelled', 'Nothing was removed.', {
        next_steps: {
          action: 'supply_flag',
          ...(!ctx.isInteractive && { suggestion: `${again} --danger --skip-confirm` }),
        },
      })
    }
    await keystore.exclusively(() => keystore.remove(wallet))
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

async function agrees(
  ctx: {
    readonly isInteractive: boolean
    readonly prompt: Pick<Context<object, object, object, string>['prompt'], 'select'>
  },
  question: string,
): Promise<boolean> {
  return ctx.isInteractive && (await ctx.prompt.select(question, ['no', 'yes'])) === 'yes'
}
