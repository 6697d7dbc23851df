import { defineCommand } from 'surety'

import { Keystore } from '../../wallet/keystore.ts'
import { chainOption, errors, exitCodes, homeOf, nameOption, noWallet } from '../../pay-command.ts'

export const command = defineCommand({
  description: 'Shows the address of a wallet',
  danger: 'safe',
  exitCodes,
  errors,
  options: { ...chainOption, ...nameOption },
  run: async (ctx) => {
    const { chain, name } = ctx.options
    const wallets = await new Keystore(homeOf(ctx)).list()
    const wallet = wallets.find((one) => one.chain === chain && one.name === name)
    if (!wallet) return noWallet(ctx, chain, name, wallets)
    return { chain, name, address: wallet.address }
  },
})
