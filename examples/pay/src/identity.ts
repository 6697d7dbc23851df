import type { Merchant } from './merchants.ts'
import type { PayContext } from './pay-command.ts'

/** Where the confirmation of an identity stands. */
export type IdentityState = Extract<Merchant, { kind: 'identity' }>['state']

/** Fails with what keeps a merchant that wants to know its customers from selling. */
export function refuseIdentity(ctx: PayContext, state: IdentityState, host: string): never {
  const check = { session_id: 'sess_simulated', verify_url: `https://${host}/verify` }
  switch (state) {
    case 'expired':
      return ctx.fail('passport_token_expired', 'The identity was confirmed too long ago.', {
        next_steps: { action: 'reauth', suggestion: 'Confirm the identity again, then repeat.' },
      })
    case 'refused':
      return ctx.fail('passport_verification_failed', 'The identity was not confirmed.', {
        extra: { ...check, status: 'failed' },
        next_steps: { action: 'retry_login' },
      })
    case 'pending':
      return ctx.fail('passport_verification_timeout', 'Nobody confirmed the identity in time.', {
        // The secret would let others finish the login; the framework keeps its value back.
        extra: { ...check, status: 'pending', poll_secret: 'poll_simulated_3f9a' },
        next_steps: { action: 'retry_login' },
      })
    case 'down':
      return ctx.fail('passport_api_error', 'The identity service answered 503.', {
        extra: { status: 503 },
      })
  }
}
