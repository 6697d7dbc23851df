import { defineCommand } from 'surety'

import { Keystore } from '../../wallet/keystore.ts'
import { errors, exitCodes, homeOf } from '../../pay-command.ts'

export const command = defineCommand({
  description: 'Lists wallets by chain',
  danger: 'safe',
  exitCodes,
  errors,
  run: async (ctx) => {
    const wallets = await new Keystore(homeOf(ctx)).list()
    const chains = [...new Set(wallets.map(({ chain }) => chain))]
    return {
      wallets: chains.map((chain) => ({
        chain,
        names: wallets.filter((wallet) => wallet.chain === chain).map(({ name }) => name),
      })),
    }
  },
})
