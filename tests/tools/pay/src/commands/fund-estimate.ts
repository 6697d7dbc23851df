import { defineCommand, s } from 'surety'

import { callArgs, callOptions, readCall, type Call, type CallInput } from '../call.ts'
import { Keystore } from '../wallet/keystore.ts'
import { errors, exitCodes, homeOf, nameOption } from '../pay-command.ts'
import { toCents } from '../settings.ts'
import { offerOf } from '../payment/terms.ts'

export const command = defineCommand({
  description: 'Shows what calls cost together and what each wallet lacks for them; pays nothing',
  danger: 'safe',
  exitCodes,
  errors,
  args: callArgs,
  options: {
    ...nameOption,
    ...callOptions,
    calls: s.integer().min(1).max(1_000_000).default(1).describe('Number of calls'),
  },
  examples: [
    {
      description: 'A hundred calls',
      command: 'pay fund-estimate GET https://api.maps.example/ --calls 100',
    },
  ],
  // Not async: a malformed header throws synchronously, and still ends with its own code.
  run: (ctx) => estimate(ctx, readCall(ctx)),
})

interface EstimateInput extends CallInput {
  readonly options: CallInput['options'] & { readonly name: string; readonly calls: number }
  readonly suggestNext: (step: { command: string; description: string }) => void
}

async function estimate(ctx: EstimateInput, call: Call): Promise<object> {
  const { name, calls, timeoutSeconds } = ctx.options
  const offer = offerOf(ctx, call, timeoutSeconds)
  const total = toCents((offer?.priceUsd ?? 0) * calls)
  const wallets = (await new Keystore(homeOf(ctx)).list())
    .filter((wallet) => wallet.name === name && (offer?.chains.includes(wallet.chain) ?? true))
    .map(({ chain, balance }) => ({
      chain,
      balance_usdc: balance,
      missing_usdc: Math.max(0, toCents(total - balance)),
    }))
    .sort((one, other) => one.missing_usdc - other.missing_usdc)
  const isEnough = total === 0 || wallets.some((wallet) => wallet.missing_usdc === 0)
  const [nearest] = wallets
  if (!isEnough && nearest) {
    const { chain, missing_usdc: missing } = nearest
    ctx.suggestNext({
      command: `pay wallet fund --chain ${chain} --name ${name} --amount ${missing}`,
      description: 'Add what is missing',
    })
  }
  return {
    url: call.url,
    calls,
    price_usd: offer?.priceUsd ?? 0,
    total_usd: total,
    accepted_chains: offer?.chains ?? [],
    wallet_name: name,
    wallets,
    is_enough: isEnough,
  }
}
