import { defineCommand, s } from 'surety'

import { Keystore } from '../wallet/keystore.ts'
import { errors, exitCodes, homeOf, passphraseEnv } from '../pay-command.ts'
import { passphraseOf } from '../wallet/passphrase.ts'
import { clearUnlock, setUnlock, unlockPath } from '../wallet/unlock.ts'

const LONGEST_MS = 24 * 60 * 60 * 1000

export const command = defineCommand({
  description: 'Asks for no passphrase for a while',
  danger: 'mutating',
  exitCodes,
  errors,
  interactive: true,
  env: passphraseEnv,
  options: {
    for: s.duration().optional().describe('How long, such as 15m or 1h; at most 24h'),
    clear: s.boolean().default(false).describe('Ends it now'),
  },
  run: async (ctx) => {
    const home = homeOf(ctx)
    const path = unlockPath(home)
    if (ctx.options.clear) {
      const cleared = await clearUnlock(home)
      ctx.effect(cleared ? 'deleted' : 'noop')
      return { ok: true, cleared, path }
    }
    const ttl = ctx.options.for
    if (ttl === undefined || ttl <= 0 || ttl > LONGEST_MS) {
      return ctx.fail('invalid_input', 'Say with --for how long, at most 24h.', {
        phase: 'validation',
        next_steps: { action: 'supply_flag', suggestion: 'pay unlock --for 1h' },
      })
    }
    const keystore = new Keystore(home)
    const [first] = await keystore.list()
    if (!first) {
      return ctx.fail('no_wallet', 'There is no wallet to unlock.', {
        next_steps: { action: 'create_wallet', suggestion: 'pay wallet create' },
      })
    }
    const passphrase = await passphraseOf(ctx, 'Passphrase')
    if (!(await keystore.opens(first, passphrase))) {
      return ctx.fail('wrong_passphrase', 'The passphrase does not open the wallet.', {
        extra: { chain: first.chain, name: first.name },
        next_steps: { action: 'retry_passphrase' },
      })
    }
    const expires = new Date(ctx.now().getTime() + ttl)
    await setUnlock(home, expires)
    ctx.effect('created')
    return { ok: true, expires_at: expires.toISOString(), ttl_ms: ttl, path }
  },
})
