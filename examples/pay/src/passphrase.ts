import type { Context } from 'surety'

import type { PayContext } from './pay-command.ts'

/** The part of a context that a passphrase comes from: the environment, or the person at the terminal. */
export interface PassphraseSource extends PayContext {
  readonly env: { readonly AGENTSCORE_PAY_PASSPHRASE?: string | undefined }
  readonly isInteractive: boolean
  readonly prompt: Pick<Context<object, object, object, string>['prompt'], 'text'>
}

/** Finds the passphrase without ever taking it from the command line, which others can read. */
export async function passphraseOf(ctx: PassphraseSource, question: string): Promise<string> {
  const given = ctx.env.AGENTSCORE_PAY_PASSPHRASE
  if (given !== undefined) return given
  if (!ctx.isInteractive) {
    return ctx.fail('user_cancelled', 'A passphrase is needed and nobody can be asked.', {
      next_steps: { action: 'set_env_passphrase', suggestion: 'Set AGENTSCORE_PAY_PASSPHRASE.' },
    })
  }
  return ctx.prompt.text(question, { secret: true })
}

/** Finds the passphrase of a new wallet; a person types it twice. */
export async function newPassphraseOf(ctx: PassphraseSource): Promise<string> {
  const first = await passphraseOf(ctx, 'Passphrase for the new wallet')
  if (ctx.env.AGENTSCORE_PAY_PASSPHRASE !== undefined) return first
  const second = await ctx.prompt.text('The same once more', { secret: true })
  if (first === second) return first
  return ctx.fail('passphrase_mismatch', 'The two passphrases differ.')
}
