import { defineCommand, s } from 'surety'

import { CHAINS } from '../../wallet/chains.ts'
import { Keystore } from '../../wallet/keystore.ts'
import { errors, exitCodes, homeOf, nameOption, passphraseEnv } from '../../pay-command.ts'
import { newPassphraseOf } from '../../wallet/passphrase.ts'

const SHORTEST = 8

export const command = defineCommand({
  description: 'Makes a wallet on one chain, or on all',
  danger: 'mutating',
  exitCodes,
  errors,
  interactive: true,
  env: passphraseEnv,
  options: {
    ...nameOption,
    chain: s.enum(CHAINS).optional().describe('Chain; default all'),
    balance: s.number().min(0).default(0).describe('Play money to start with'),
  },
  run: async (ctx) => {
    const { chain, name, balance } = ctx.options
    const passphrase = await newPassphraseOf(ctx)
    if (passphrase.length < SHORTEST) {
      return ctx.fail('passphrase_too_short', `A passphrase needs ${SHORTEST} characters.`, {
        phase: 'validation',
      })
    }
    const keystore = new Keystore(homeOf(ctx))
    return keystore.exclusively(async () => {
      const there = (await keystore.list()).filter((wallet) => wallet.name === name)
      const wanted = chain === undefined ? CHAINS : [chain]
      const existing = there.filter((wallet) => wanted.includes(wallet.chain))
      if (existing.length === wanted.length && existing[0]) {
        // The wallet may hold money, so the way on is to look at it, not to remove it.
        return ctx.fail('wallet_exists', `There is a wallet '${name}' already.`, {
          extra: { chain: existing[0].chain, name, keystore: existing[0].keystore },
          next_steps: {
            action: 'use_existing_wallet',
            suggestion: `pay wallet address --chain ${existing[0].chain} --name ${name}`,
          },
        })
      }
      const created = []
      for (const one of wanted.filter(
        (candidate) => !existing.some((wallet) => wallet.chain === candidate),
      )) {
        const wallet = await keystore.create(
          one,
          name,
          passphrase,
          ctx.now().toISOString(),
          balance,
        )
        created.push({ ...wallet, created: true, qr_uri: `${one}:${wallet.address}` })
      }
      ctx.effect('created')
      return { created, skipped: existing.map((wallet) => ({ chain: wallet.chain, name })) }
    })
  },
})
