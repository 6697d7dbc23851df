import type { PayErrorCode } from './error-codes.ts'

/**
 * A failure from below the commands, where no context is at hand. The framework knows it by its
 * declared code and takes the rest over as `extra` and `next_steps`.
 */
export class PayError extends Error {
  override readonly name = 'PayError'
  readonly code: PayErrorCode
  readonly extra?: object
  readonly nextSteps?: { readonly action: string; readonly suggestion?: string }

  constructor(
    code: PayErrorCode,
    message: string,
    recovery: Pick<PayError, 'extra' | 'nextSteps'> = {},
  ) {
    super(message)
    this.code = code
    if (recovery.extra) this.extra = recovery.extra
    if (recovery.nextSteps) this.nextSteps = recovery.nextSteps
  }
}
