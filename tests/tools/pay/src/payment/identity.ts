import type { Merchant } from './merchants.ts'
import type { PayContext } from '../pay-command.ts'

/** The state of an identity check. */
export type IdentityState = Extract<Merchant, { kind: 'identity' }>['state']

/** Fails if the merchant requires an identity that is not confirmed. */
export function refuseIdentity(ctx: PayContext, state: IdentityState, host: string): never {
  const check = { session_id: 'sess_simulated', verify_url: `https://${host}/verify` }
  switch (state) {
    case 'expired':
      return ctx.fail('passport_token_expired', 'The identity was confirmed too long ago.', {
        next_steps: { action: 'reauth' },
      })
    case 'refused':
      return ctx.fail('passport_verification_failed', 'The identity was not confirmed.', {
        extra: { ...check, status: 'failed' },
        next_steps: { action: 'retry_login' },
      })
    case 'pending':
      return ctx.fail('passport_verification_timeout', 'Nobody confirmed the identity in time.', {
        // Others could finish the login with this secret; the framework redacts it.
        extra: { ...check, status: 'pending', poll_secret: 'poll_simulated_3f9a' },
        next_steps: { action: 'retry_login' },
      })
    case 'down':
      return ctx.fail('passport_api_error', 'The identity service answered 503.', {
        extra: { status: 503 },
      })
  }
}
