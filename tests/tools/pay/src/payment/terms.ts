import { repeated, type Call } from '../call.ts'
import { refuseIdentity } from './identity.ts'
import { merchantAt, type Merchant } from './merchants.ts'
import type { PayContext } from '../pay-command.ts'

/** The price and the accepted chains of a merchant. */
export type Offer = Extract<Merchant, { kind: 'sells' }>

/** Finds the terms of a call, null if it is free; fails if the merchant cannot be paid. */
export function offerOf(ctx: PayContext, call: Call, timeoutSeconds: number): Offer | null {
  const merchant = merchantAt(call.host)
  if (merchant.kind === 'free') return null
  if (merchant.kind === 'sells') return merchant
  if (merchant.kind === 'silent' && timeoutSeconds > merchant.afterSeconds) {
    return { ...merchant, kind: 'sells' }
  }
  return refuseMerchant(ctx, merchant, call, timeoutSeconds)
}

function refuseMerchant(
  ctx: PayContext,
  merchant: Exclude<Merchant, { kind: 'sells' | 'free' }>,
  call: Call,
  timeoutSeconds: number,
): never {
  switch (merchant.kind) {
    case 'unreachable':
      return ctx.fail('network_error', `${call.host} cannot be reached.`, {
        extra: { code: 'ENOTFOUND' },
        next_steps: {
          action: 'check_url_reachable',
          ...repeated('check', call),
        },
      })
    case 'silent':
      return ctx.fail('session_timeout', `${call.host} did not answer in ${timeoutSeconds} s.`, {
        extra: { timeout_seconds: timeoutSeconds, url: call.url },
        next_steps: {
          action: 'retry_with_higher_timeout',
          ...repeated('pay', call, '--timeout-seconds', String(merchant.afterSeconds + 10)),
        },
      })
    case 'broken':
      return ctx.fail('merchant_error', `${call.host} answered ${merchant.status}.`, {
        extra: { status: merchant.status, raw_body: merchant.body },
        next_steps: { action: 'inspect_extra' },
      })
    case 'rpc_down':
      return ctx.fail('rpc_error', `The ${merchant.chain} chain cannot be reached.`, {
        extra: { chain: merchant.chain, network: 'mainnet' },
        next_steps: { action: 'check_rpc_endpoint' },
      })
    case 'odd_terms':
      return ctx.fail(
        'merchant_spec_violation',
        `${call.host} asks to be paid in ${merchant.asset}.`,
        {
          extra: { chain: merchant.chain, asset: merchant.asset },
          next_steps: { action: 'contact_merchant' },
        },
      )
    case 'other_rails':
      return ctx.fail('unsupported_rail', `${call.host} takes ${merchant.rails.join(', ')} only.`, {
        phase: 'validation',
        extra: { unsupported_rails: merchant.rails },
      })
    case 'quota':
      return ctx.fail('quota_exceeded', `The plan with ${call.host} allows no more calls.`, {
        extra: { code: 'quota_exceeded', status: 429 },
        next_steps: { action: 'upgrade_plan' },
      })
    case 'identity':
      return refuseIdentity(ctx, merchant.state, call.host)
    case 'odd_answer':
      return ctx.fail('unknown', `${call.host} answered with something of no known kind.`)
  }
}
