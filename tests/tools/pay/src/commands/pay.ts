import { randomBytes } from 'node:crypto'

import { defineCommand, s } from 'surety'

import { callArgs, callOptions, readCall, repeated, type Call, type CallInput } from '../call.ts'
import type { HistoryEntry } from '../payment/history.ts'
import { Keystore } from '../wallet/keystore.ts'
import { passphraseOf, type PassphraseSource } from '../wallet/passphrase.ts'
import { errors, exitCodes, homeOf, nameOption, passphraseEnv } from '../pay-command.ts'
import { takePayment, violationOf } from '../payment/payments.ts'
import { choosePayer, refuseBalance } from '../payment/rails.ts'
import type { Violation } from '../settings.ts'
import { offerOf } from '../payment/terms.ts'
import { isUnlocked } from '../wallet/unlock.ts'

export const command = defineCommand({
  description: 'Pays for a call (simulated)',
  danger: 'mutating',
  exitCodes,
  errors,
  interactive: true,
  env: passphraseEnv,
  args: callArgs,
  options: {
    ...nameOption,
    chain: s.string().optional().describe('Chain to pay on'),
    maxSpend: s.number().min(0).optional().describe('Most to pay for this call, in dollars'),
    ...callOptions,
  },
  examples: [
    {
      description: 'At most a dollar',
      command: 'pay pay GET https://api.weather.example/today --max-spend 1',
    },
  ],
  // Not async: a malformed header throws synchronously, and still ends with its own code.
  run: (ctx) => payForCall(ctx, readCall(ctx)),
})

interface PayCall extends PassphraseSource {
  readonly options: CallInput['options'] & {
    readonly name: string
    readonly chain?: string | undefined
    readonly maxSpend?: number | undefined
  }
  readonly effect: (effect: 'created' | 'noop') => void
}

async function payForCall(ctx: PayCall, call: Call): Promise<object> {
  const { method, url, host } = call
  const { name, chain, maxSpend, timeoutSeconds } = ctx.options
  const offer = offerOf(ctx, call, timeoutSeconds)
  if (offer === null) {
    ctx.effect('noop')
    return { ok: true, status: 200, url, price_usd: 0, protocol: 'none' }
  }
  const price = offer.priceUsd
  if (maxSpend !== undefined && price > maxSpend) {
    return ctx.fail('max_spend_exceeded', `The call costs ${price} and may cost ${maxSpend}.`, {
      extra: { price_usd: price, max_spend_usd: maxSpend },
    })
  }
  const home = homeOf(ctx)
  const keystore = new Keystore(home)
  const payer = await choosePayer(ctx, home, keystore, offer, {
    name,
    chain,
    onChain: (one) => repeated('pay', call, '--chain', one, '--name', name),
  })
  const entry: HistoryEntry = {
    timestamp: ctx.now().toISOString(),
    chain: payer.chain,
    signer: payer.address,
    method,
    url,
    host,
    status: 200,
    protocol: 'x402',
    price_usd: price,
    tx_hash: `0x${randomBytes(32).toString('hex')}`,
    ok: true,
  }
  // Checked before the prompt for a passphrase, and again when the payment is made.
  const violation = await violationOf(home, price, entry)
  if (violation) return refuseLimit(ctx, violation)
  if (!(await isUnlocked(home, ctx.now()))) {
    const passphrase = await passphraseOf(ctx, 'Passphrase')
    if (!(await keystore.opens(payer, passphrase))) {
      return ctx.fail('wrong_passphrase', 'The passphrase does not open the wallet.', {
        extra: { chain: payer.chain, name },
        next_steps: { action: 'retry_passphrase' },
      })
    }
  }
  const refusal = await takePayment(home, keystore, { wallet: payer, price, entry })
  if (refusal?.kind === 'limit') return refuseLimit(ctx, refusal.violation)
  if (refusal) return refuseBalance(ctx, payer, { balance: refusal.balance, price })
  ctx.effect('created')
  const { tx_hash } = entry
  return {
    ok: true,
    status: 200,
    url,
    chain: payer.chain,
    price_usd: price,
    protocol: 'x402',
    tx_hash,
  }
}

function refuseLimit(ctx: PayCall, violation: Violation): never {
  return ctx.fail('limit_exceeded', `The payment would break ${violation.violated}.`, {
    extra: { ...violation },
  })
}
