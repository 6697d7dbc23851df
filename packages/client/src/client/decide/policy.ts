import { defect, type SideEffects } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'

/** Whether a command may be repeated: not known, it only reads, or repeating it does no harm. */
export type Safety = 'unknown' | 'safe' | 'idempotent'

export interface DeclaredExit {
  readonly name?: string
  readonly description?: string
  readonly retryable: boolean
  readonly side_effects: SideEffects
}

export interface DeclaredCommand {
  /** The dot path under which it is listed. */
  readonly path: string
  /** `safe` only reads, `mutating` changes, `destructive` cannot be undone. */
  readonly danger: 'safe' | 'mutating' | 'destructive'
  readonly exits: readonly (DeclaredExit & { readonly number: number })[]
  /** True when repeating it reaches the same state, whatever an earlier try left behind. */
  readonly idempotent?: boolean
  /** The names of its flags, without dashes. */
  readonly flags: readonly string[]
}

/** The abilities of the caller of `decide`. */
export interface Capabilities {
  /** Can replace expired credentials. */
  readonly refresh: boolean
  /** Can run a tool's `fix_command`, after asking. */
  readonly fix: boolean
  /** Can change the arguments of a refused call. */
  readonly changeArguments: boolean
  /** Can be asked about a redirect to another program. */
  readonly approveRedirect: boolean
}

/** The limits and abilities that `decide` works with. */
export interface Policy {
  /** Tries for one error code without a change of state, the first included; 3 at most. */
  readonly maxTries: number
  /** Attempts in one call for any reason; pages and continuations are counted separately. */
  readonly maxSteps: number
  readonly maxRedirects: number
  /** Calls that continue incomplete work; 0 leaves it to the caller. */
  readonly maxContinuations: number
  /** Pages to fetch for one call; 1 means that paging is off. */
  readonly maxPages: number
  /** Longest wait in one go; a longer one is left to the caller. */
  readonly maxWaitMs: number
  readonly defaultWaitMs: number
  readonly rateLimitWaitMs: number
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  readonly safety: Safety
  /** Exit declarations by number; they take precedence over the manifest and the standard table. */
  readonly exits: Readonly<Record<number, DeclaredExit>>
  readonly can: Capabilities
}

export const DEFAULT_POLICY: Policy = Object.freeze({
  maxTries: 3,
  maxSteps: 12,
  maxRedirects: 5,
  maxContinuations: 100,
  maxPages: 1,
  maxWaitMs: 300_000,
  defaultWaitMs: 1000,
  rateLimitWaitMs: 60_000,
  backoffBaseMs: 1000,
  backoffCapMs: 300_000,
  safety: 'unknown',
  exits: Object.freeze({}),
  can: Object.freeze({
    refresh: false,
    fix: false,
    changeArguments: false,
    approveRedirect: false,
  }),
})

export type PolicyInput = Partial<Omit<Policy, 'can'>> & { readonly can?: Partial<Capabilities> }

/**
 * Fills in the defaults of a policy; throws on a limit that the contract forbids.
 *
 * @example
 * ```ts
 * import { resolvePolicy } from '@surety/client'
 *
 * const policy = resolvePolicy({ maxTries: 2, can: { refresh: true } })
 * ```
 */
export function resolvePolicy(input: PolicyInput = {}): Policy {
  const policy: Policy = {
    ...DEFAULT_POLICY,
    ...given(input),
    can: { ...DEFAULT_POLICY.can, ...input.can },
  }
  for (const [name, [from, to]] of Object.entries(RANGES)) {
    const value = policy[name as keyof typeof RANGES]
    if (Number.isInteger(value) && value >= from && value <= to) continue
    const message = `policy.${name} must be a whole number from ${from} to ${to}, not ${value}`
    throw defect('POLICY_INVALID', message)
  }
  return policy
}

const ANY = [0, Number.MAX_SAFE_INTEGER] as const
const RANGES = {
  maxTries: [1, 3],
  maxSteps: [1, 1000],
  maxRedirects: [0, 100],
  maxContinuations: [0, 10_000],
  maxPages: [1, Number.MAX_SAFE_INTEGER],
  maxWaitMs: ANY,
  defaultWaitMs: ANY,
  rateLimitWaitMs: ANY,
  backoffBaseMs: ANY,
  backoffCapMs: ANY,
} as const
