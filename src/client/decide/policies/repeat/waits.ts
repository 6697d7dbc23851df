import type { Generation, OutcomeError } from '../../../../contract/index.ts'
import type { Policy } from '../../policy.ts'

/** Returns the wait before the next try: the tool's, else the contract's default. */
export function waitFor(
  error: OutcomeError,
  tries: number,
  policy: Policy,
  generation?: Generation,
): number {
  const given = error.retry_after_ms ?? 0
  const isGiven = isWaitGiven(error)
  const base = isGiven ? given : policy.backoffBaseMs
  switch (error.retry_strategy) {
    case 'immediate':
      return isGiven ? given : 0
    case 'linear_backoff':
      return isGiven ? given * tries : capped(base * tries, policy)
    case 'exponential_backoff':
      return isGiven ? given * 2 ** (tries - 1) : capped(base * 2 ** (tries - 1), policy)
    case undefined:
      break
  }
  if (isGiven) return given
  // The founding document has one default for every wait; later generations have a longer one here.
  if (error.category === 'RATE_LIMITED' && generation !== '1.0') return policy.rateLimitWaitMs
  if (error.category === 'UNAVAILABLE')
    return capped(policy.backoffBaseMs * 2 ** (tries - 1), policy)
  return policy.defaultWaitMs
}

/** Tests whether the tool says how long to wait. */
export function isWaitGiven({ retry_after_ms: given }: OutcomeError): boolean {
  return typeof given === 'number' && given >= 0
}

function capped(wait: number, policy: Policy): number {
  return Math.min(wait, policy.backoffCapMs)
}
