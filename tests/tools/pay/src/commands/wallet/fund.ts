import { defineCommand, s } from 'surety'

import { Keystore } from '../../wallet/keystore.ts'
import { chainOption, errors, exitCodes, homeOf, nameOption, noWallet } from '../../pay-command.ts'
import { toCents } from '../../settings.ts'

export const command = defineCommand({
  description: 'Gives a wallet play money',
  danger: 'mutating',
  exitCodes,
  errors,
  options: { ...chainOption, ...nameOption, amount: s.number().min(0).describe('Dollars to add') },
  run: async (ctx) => {
    const { chain, name, amount } = ctx.options
    const keystore = new Keystore(homeOf(ctx))
    const balance = await keystore.exclusively(async () => {
      const wallets = await keystore.list()
      const wallet = wallets.find((one) => one.chain === chain && one.name === name)
      if (!wallet) return noWallet(ctx, chain, name, wallets)
      const before = await keystore.funds(wallet)
      const after = { ...before, balance: toCents(before.balance + amount) }
      await keystore.setFunds(wallet, after)
      return after.balance
    })
    ctx.effect('updated')
    ctx.suggestNext({
      command: `pay pay GET https://api.weather.example/today --chain ${chain} --name ${name}`,
      description: 'Pay for a call',
    })
    return { ok: true, chain, name, balance_usdc: balance }
  },
})
