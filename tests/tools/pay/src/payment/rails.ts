import { CHAINS, isChain, type Chain } from '../wallet/chains.ts'
import type { Keystore, Wallet } from '../wallet/keystore.ts'
import { noWallet, type PayContext } from '../pay-command.ts'
import { openConfig } from '../settings.ts'
import type { Offer } from './terms.ts'

/** Options of a call that select the wallet. */
export interface RailChoice {
  readonly name: string
  readonly chain: string | undefined
  /** The same call on one chain. */
  readonly onChain: (chain: Chain) => { readonly suggestion?: string }
}

/** A wallet with its balance. */
export type FundedWallet = Wallet & { readonly balance: number }

/** Finds the one wallet that pays for an offer, or fails with what is missing. */
export async function choosePayer(
  ctx: PayContext,
  home: string,
  keystore: Keystore,
  offer: Offer,
  { name, chain, onChain }: RailChoice,
): Promise<FundedWallet> {
  if (chain !== undefined && !isChain(chain)) {
    return ctx.fail('unknown_chain', `There is no chain '${chain}'.`, {
      phase: 'validation',
      extra: { valid_chains: CHAINS },
    })
  }
  const wallets = (await keystore.list()).filter((wallet) => wallet.name === name)
  if (chain !== undefined && !wallets.some((wallet) => wallet.chain === chain)) {
    return noWallet(ctx, chain, name, wallets)
  }
  if (wallets.length === 0) return noWallet(ctx, offer.chains[0] ?? 'base', name, wallets)
  const accepted = wallets.filter(
    (wallet) =>
      offer.chains.includes(wallet.chain) && (chain === undefined || wallet.chain === chain),
  )
  const funded = accepted.filter(({ balance }) => balance >= offer.priceUsd)
  const { preferred_chains: preferred = [] } = await openConfig(home).read()
  const [first, ...others] = funded
  if (!first) return refuseFunds(ctx, { wallets, accepted, offer, name })
  if (others.length === 0) return first
  const favourite = preferred.find((one: Chain) => funded.some((wallet) => wallet.chain === one))
  return (
    funded.find((wallet) => wallet.chain === favourite) ??
    ctx.fail('multi_rail_candidates', 'Several wallets could pay.', {
      extra: {
        candidates: funded.map((wallet) => ({
          chain: wallet.chain,
          address: wallet.address,
          balance_usdc: wallet.balance,
        })),
        wallet_name: name,
      },
      next_steps: { action: 'specify_chain', ...onChain(first.chain) },
    })
  )
}

/** Fails because a wallet holds too little. */
export function refuseBalance(
  ctx: PayContext,
  wallet: Wallet,
  funds: { readonly balance: number; readonly price: number },
): never {
  const { balance, price } = funds
  return ctx.fail(
    'insufficient_balance',
    `The wallet holds ${balance} and the call costs ${price}.`,
    {
      extra: {
        chain: wallet.chain,
        address: wallet.address,
        balance_usdc: balance,
        wallet_name: wallet.name,
      },
      next_steps: {
        action: 'fund_wallet',
        suggestion: `pay wallet fund --chain ${wallet.chain} --name ${wallet.name} --amount ${price}`,
      },
    },
  )
}

function refuseFunds(
  ctx: PayContext,
  found: {
    readonly wallets: readonly FundedWallet[]
    readonly accepted: readonly FundedWallet[]
    readonly offer: Offer
    readonly name: string
  },
): never {
  const [only, ...others] = found.accepted
  if (only && others.length === 0) {
    return refuseBalance(ctx, only, { balance: only.balance, price: found.offer.priceUsd })
  }
  const { chains, priceUsd } = found.offer
  const held = only?.chain ?? chains[0] ?? 'base'
  const verb = only ? `fund --amount ${priceUsd}` : `create --balance ${priceUsd}`
  return ctx.fail('no_funded_rail', 'No wallet on an accepted chain holds the price.', {
    extra: {
      held: found.wallets.map(({ chain, balance }) => ({ chain, balance_usdc: balance })),
      wallet_name: found.name,
    },
    next_steps: {
      action: 'fund_wallet',
      suggestion: `pay wallet ${verb} --chain ${held} --name ${found.name}`,
    },
  })
}
