import { refuseIdentity } from './identity.ts'
import type { Merchant } from './merchants.ts'
import type { PayContext } from './pay-command.ts'

/** The price and the accepted chains of a merchant. */
export type Offer = Extract<Merchant, { kind: 'sells' }>

/** Fails if the merchant cannot be paid. */
export function refuseMerchant(
  ctx: PayContext,
  merchant: Exclude<Merchant, { kind: 'sells' | 'free' }>,
  call: { readonly host: string; readonly url: string; readonly timeoutSeconds: number },
): never {
  switch (merchant.kind) {
    case 'unreachable':
      return ctx.fail('network_error', `${call.host} cannot be reached.`, {
        extra: { code: 'ENOTFOUND' },
        next_steps: {
          action: 'check_url_reachable',
          suggestion: 'Check the host name, then retry.',
        },
      })
    case 'silent':
      return ctx.fail(
        'session_timeout',
        `${call.host} did not answer in ${call.timeoutSeconds} s.`,
        {
          extra: { timeout_seconds: call.timeoutSeconds, url: call.url },
          next_steps: {
            action: 'retry_with_higher_timeout',
            suggestion: `Call again with --timeout-seconds ${merchant.afterSeconds + 10}.`,
          },
        },
      )
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
