import type { SubjectContext } from './subject-context.ts'

/** Fails as the services behind a larger build can: `ANIMUS_SIMULATE` says how. */
export function simulateTrouble(ctx: SubjectContext, kind: string): void {
  switch (ctx.variables['ANIMUS_SIMULATE']) {
    case 'unavailable':
      return missingBackend(ctx, kind)
    case 'daemon-down':
      return ctx.fail('unavailable', 'the daemon is not running', {
        details: {
          remediation: {
            kind: 'daemon_not_running',
            next_step: 'start the daemon, then call again',
          },
        },
      })
    case 'startup-failure':
      return ctx.fail('internal', 'daemon failed to start', {
        details: { startup_log_tail: 'error: panic in scheduler loop' },
      })
  }
}

/** Fails because nothing serves a kind of subject. */
export function missingBackend(ctx: SubjectContext, kind: string): never {
  return ctx.fail('unavailable', `no backend for kind '${kind}' can be reached`, {
    details: {
      remediation: {
        kind: 'missing_plugin',
        install_command: `animus plugin install ${kind}`,
        next_step: 'install a backend for this kind, then call again',
      },
    },
  })
}
