import { defineErrors, s } from 'surety'
import type { FailureName } from 'surety/contract'

import { CHAINS, type Chain } from './wallet/chains.ts'
import { PAY_CODES, type PayErrorCode } from './errors/error-codes.ts'
import { payHome } from './home.ts'

/** The error codes of pay, as the framework wants them declared. */
export const errors = defineErrors(
  Object.fromEntries(
    Object.entries(PAY_CODES).map(([code, { category, meaning, retryable }]) => [
      code,
      { exit: category, description: meaning, retryable },
    ]),
  ) as Record<PayErrorCode, { exit: FailureName; description: string; retryable: boolean }>,
)

/** The exits that any pay command can have. */
export const exitCodes = {
  SUCCESS: 'The answer is complete',
  PRECONDITION: 'A wallet, a choice or a consent is missing',
  CONFLICT: 'It is there already',
  AUTH_REQUIRED: 'The passphrase or the identity is missing',
  PERMISSION_DENIED: 'A limit or an identity that is not confirmed forbids it',
  PAYMENT_REQUIRED: 'There is not enough money',
  RATE_LIMITED: 'The plan allows no more calls',
  ARG_ERROR: 'The input cannot be used',
  GENERAL_ERROR: 'The merchant or pay itself failed',
  UNAVAILABLE: {
    description: 'The merchant or the chain cannot be reached',
    retryable: true,
    sideEffects: 'none',
  },
  TIMEOUT: {
    description: 'The merchant did not answer; nothing was paid',
    retryable: true,
    sideEffects: 'none',
  },
} as const

/** The environment of commands that open a wallet; the passphrase is never printed. */
export const passphraseEnv = {
  AGENTSCORE_PAY_PASSPHRASE: s.string().secret().optional().describe('Passphrase of the wallets'),
}

/** A chain, where one has to be given. */
export const chainOption = { chain: s.enum(CHAINS).describe('Chain of the wallet') }

/** The name of a wallet. */
export const nameOption = {
  name: s
    .string()
    .pattern(
      /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/,
      'at most 32 letters, digits and dashes, no dash first',
    )
    .default('default')
    .describe('Name of the wallet'),
}

/** What a failure of pay carries for recovery. */
export interface Recovery {
  /** Given where the input is refused before anything is changed. */
  readonly phase?: 'validation'
  readonly extra?: object
  readonly next_steps?: { readonly action: string; readonly suggestion?: string }
}

/** The part of a handler's context that pay's commands share. */
export interface PayContext {
  readonly processEnv: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly fail: (code: PayErrorCode, message: string, facts?: Recovery) => never
}

/** Finds the folder that a command works on. */
export function homeOf(ctx: PayContext): string {
  return payHome(ctx.processEnv)
}

/** The failure for a wallet that does not exist; the wallets of the same name say where there are some. */
export function noWallet(
  ctx: PayContext,
  chain: Chain,
  name: string,
  wallets: readonly { readonly chain: Chain; readonly name: string }[],
): never {
  const held = wallets.filter((wallet) => wallet.name === name).map((wallet) => wallet.chain)
  return ctx.fail('no_wallet', `No keystore for ${chain} (${name}).`, {
    extra: { chain, name, ...(held.length > 0 && { held_chains: held }) },
    next_steps: {
      action: 'create_wallet',
      suggestion: `pay wallet create --chain ${chain} --name ${name}`,
    },
  })
}
