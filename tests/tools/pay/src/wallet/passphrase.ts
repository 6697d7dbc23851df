import type { Context } from 'surety'

import type { PayContext } from '../pay-command.ts'

/** The part of a context that provides a passphrase: the environment or a prompt. */
export interface PassphraseSource extends PayContext {
  readonly env: { readonly AGENTSCORE_PAY_PASSPHRASE?: string | undefined }
  readonly isInteractive: boolean
  readonly prompt: Pick<Context<object, object, object, string>['prompt'], 'text'>
}

/** Gets the passphrase, never from the command line, which other users can read. */
export async function passphraseOf(ctx: PassphraseSource, question: string): Promise<string> {
  const given = ctx.env.AGENTSCORE_PAY_PASSPHRASE
  if (given !== undefined) return given
  if (!ctx.isInteractive) {
    return ctx.fail(
      'user_cancelled',
      'Nobody can be asked for the passphrase; set AGENTSCORE_PAY_PASSPHRASE.',
      { next_steps: { action: 'set_env_passphrase' } },
    )
  }
  return ctx.prompt.text(question, { secret: true })
}

/** Gets the passphrase of a new wallet; at a terminal it is typed twice. */
export async function newPassphraseOf(ctx: PassphraseSource): Promise<string> {
  const first = await passphraseOf(ctx, 'Passphrase for the new wallet')
  if (ctx.env.AGENTSCORE_PAY_PASSPHRASE !== undefined) return first
  const second = await ctx.prompt.text('The same once more', { secret: true })
  if (first === second) return first
  return ctx.fail('passphrase_mismatch', 'The two passphrases differ.', { phase: 'validation' })
}
