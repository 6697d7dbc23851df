import type { PayErrorCode } from './error-codes.ts'

/**
 * A failure raised below the commands, where there is no context. The framework recognises its
 * declared code and copies the rest to `extra` and `next_steps`.
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
