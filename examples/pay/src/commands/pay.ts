import { createHash } from 'node:crypto'

import { defineCommand, s } from 'surety'

import { CHAINS, type Chain } from '../chains.ts'
import { appendHistory, readHistory, spentSince, type HistoryEntry } from '../history.ts'
import { Keystore } from '../keystore.ts'
import { merchantAt } from '../merchants.ts'
import { errors, exitCodes, homeOf, nameOption, noWallet, passphraseEnv } from '../pay-command.ts'
import { passphraseOf } from '../passphrase.ts'
import { refuseMerchant, type Offer } from '../terms.ts'
import { findViolation, openConfig, openLimits, toCents } from '../settings.ts'
import { isUnlocked } from '../unlock.ts'

export const command = defineCommand({
  description: 'Pays for a call (simulated)',
  danger: 'mutating',
  exitCodes,
  errors,
  interactive: true,
  env: passphraseEnv,
  args: {
    method: s.enum(['GET', 'POST', 'PUT', 'DELETE']).describe('HTTP method'),
    url: s.string().pattern(/^https?:\/\/\S+$/).describe('What to call'),
  },
  options: {
    ...nameOption,
    chain: s.enum(CHAINS).optional().describe('Chain to pay on'),
    maxSpend: s.number().min(0).optional().describe('Most to pay for this call, in dollars'),
    header: s.array(s.string()).default([]).short('H').describe('Header, `Name: value`; may be repeated'),
    timeoutSeconds: s.integer().min(1).max(600).default(10).describe('How long to wait for the merchant'),
  },
  examples: [
    { description: 'At most a dollar', command: 'pay pay GET https://api.weather.example/today --max-spend 1' },
  ],
  run: async (ctx) => {
    const { method, url } = ctx.args
    const { name, maxSpend, timeoutSeconds } = ctx.options
    checkHeaders(ctx.options.header)
    const home = homeOf(ctx)
    const { host } = new URL(url)
    const merchant = merchantAt(host)
    if (merchant.kind === 'free') {
      ctx.effect('noop')
      return { ok: true, status: 200, url, price_usd: 0, protocol: 'none' }
    }
    const offer: Offer = merchant.kind === 'sells' ? merchant : refuseMerchant(ctx, merchant, { host, url, timeoutSeconds })
    const price = offer.priceUsd
    if (maxSpend !== undefined && price > maxSpend) {
      return ctx.fail('max_spend_exceeded', `The call costs ${price} and may cost ${maxSpend}.`, {
        extra: { price_usd: price, max_spend_usd: maxSpend },
      })
    }
    const keystore = new Keystore(home)
    const wallets = (await keystore.list()).filter((wallet) => wallet.name === name)
    const { preferred_chains: preferred = [] } = await openConfig(home).read()
    const chosen = ctx.options.chain
    if (chosen !== undefined && !wallets.some(({ chain }) => chain === chosen)) {
      return noWallet(ctx, chosen, name, wallets.map(({ chain }) => chain))
    }
    const accepted = wallets.filter(
      ({ chain }) => offer.chains.includes(chain) && (chosen === undefined || chain === chosen),
    )
    const funded = accepted.filter(({ balance }) => balance >= price)
    if (funded.length === 0) {
      const held = wallets.map(({ chain, balance }) => ({ chain, balance_usdc: balance }))
      const [only] = accepted
      if (wallets.length === 0) return noWallet(ctx, offer.chains[0] ?? 'base', name)
      return only && accepted.length === 1
        ? ctx.fail('insufficient_balance', `The wallet holds ${only.balance} and the call costs ${price}.`, {
            extra: { chain: only.chain, address: only.address, balance_usdc: only.balance, wallet_name: name },
            next_steps: { action: 'fund_wallet', suggestion: `pay wallet fund --chain ${only.chain} --amount ${price}` },
          })
        : ctx.fail('no_funded_rail', 'No wallet on an accepted chain holds the price.', {
            extra: { held, wallet_name: name },
            next_steps: { action: 'fund_wallet' },
          })
    }
    const favourite = preferred.find((chain: Chain) => funded.some((wallet) => wallet.chain === chain))
    const payer = funded.length === 1 ? funded[0] : funded.find((wallet) => wallet.chain === favourite)
    if (!payer) {
      return ctx.fail('multi_rail_candidates', 'Several wallets could pay.', {
        extra: {
          candidates: funded.map(({ chain, address, balance }) => ({ chain, address, balance_usdc: balance })),
          wallet_name: name,
        },
        next_steps: { action: 'specify_chain', suggestion: `Call again with --chain ${funded[0]?.chain}.` },
      })
    }
    const now = ctx.now()
    const { entries } = await readHistory(home)
    const violation = findViolation(
      await openLimits(home).read(),
      price,
      spentSince(entries, `${now.toISOString().slice(0, 10)}T00:00:00.000Z`, host),
    )
    if (violation) {
      return ctx.fail('limit_exceeded', `The payment would break ${violation.violated}.`, { extra: { ...violation } })
    }
    if (!(await isUnlocked(home, now))) {
      const passphrase = await passphraseOf(ctx, 'Passphrase')
      if (!(await keystore.opens(payer, passphrase))) {
        return ctx.fail('wrong_passphrase', 'The passphrase does not open the wallet.', {
          extra: { chain: payer.chain, name },
          next_steps: { action: 'retry_passphrase' },
        })
      }
    }
    const entry: HistoryEntry = {
      timestamp: now.toISOString(),
      chain: payer.chain,
      signer: payer.address,
      method,
      url,
      host,
      status: 200,
      protocol: 'x402',
      price_usd: price,
      tx_hash: `0x${createHash('sha256').update(`${payer.address}${url}${now.toISOString()}`).digest('hex')}`,
      ok: true,
    }
    await keystore.setBalance(payer, toCents(payer.balance - price))
    await appendHistory(home, entry)
    ctx.effect('created')
    return { ok: true, status: 200, url, chain: payer.chain, price_usd: price, protocol: 'x402', tx_hash: entry.tx_hash }

    /** Throws before any promise exists, which must end as its own code all the same. */
    function checkHeaders(headers: readonly string[]): void {
      const bad = headers.find((header) => !/^[!#$%&'*+.^_`|~\w-]+:\s?.*$/.test(header))
      if (bad !== undefined) {
        ctx.fail('invalid_input', `'${bad}' is not a header.`, {
          next_steps: { action: 'supply_flag', suggestion: "Write it as -H 'Name: value'." },
        })
      }
    }
  },
})
