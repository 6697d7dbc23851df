import { DEFAULT_DIALECT } from 'surety/unstable/dialects'
import type { MatcherResult } from 'surety/unstable/testing'

import { contractProblems, readLock, type ContractLock } from './fixtures/contract-lock.ts'

/** Which contract an answer is compared with. */
export interface ContractExpectation {
  /** The path of the command, its words separated by dots. */
  readonly command: string
  /** The dialect of the answer; default that of the lock. */
  readonly dialect?: string
}

/**
 * The matcher as your test runner sees it. Await it: a dialect is loaded when it is needed.
 *
 * @example
 * ```ts
 * import type { ContractMatchers } from '@surety/check'
 *
 * declare module 'vitest' {
 *   interface Matchers<T> extends ContractMatchers<T> {}
 * }
 * ```
 */
export interface ContractMatchers<Result = unknown> {
  /** The answer keeps what a lock file (its path, or what it holds) says about the command. */
  toMatchContract(contract: string | ContractLock, expected: ContractExpectation): Promise<Result>
}

/**
 * A matcher for `expect.extend` of vitest and jest. It takes what those of `surety/testing` take.
 *
 * @example
 * ```ts
 * import { contractMatchers } from '@surety/check'
 * import { expect } from 'vitest'
 *
 * expect.extend(contractMatchers)
 * ```
 */
export const contractMatchers = {
  async toMatchContract(
    received: unknown,
    contract: string | ContractLock,
    { command, dialect }: ContractExpectation,
  ): Promise<MatcherResult> {
    // The framework, which few who check a tool need.
    const { match, outcomeOf } = await import('surety/unstable/testing')
    return match(received, `the answer keeps the contract of ${command}`, async (answered) => {
      const lock = typeof contract === 'string' ? await readLock(contract) : contract
      if (lock === undefined)
        throw new Error(`${contract as string} does not exist; surety fixtures record writes it`)
      const outcome = await outcomeOf(answered, dialect ?? lock.dialect ?? DEFAULT_DIALECT)
      return contractProblems(lock, command, outcome, answered.exitCode)
    })
  },
}
