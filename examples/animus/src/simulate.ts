import type { SubjectContext } from './subject-context.ts'

/** Fails as the services behind a larger build can: `ANIMUS_SIMULATE` says how. */
export function simulateTrouble(ctx: SubjectContext, kind: string): void {
  const trouble = ctx.variables['ANIMUS_SIMULATE']
  if (trouble === 'unavailable') missingBackend(ctx, kind)
  if (trouble === 'daemon-down') {
    ctx.fail('unavailable', 'the daemon is not running', {
      details: {
        remediation: { kind: 'daemon_not_running', next_step: 'start the daemon, then call again' },
      },
    })
  }
  if (trouble === 'startup-failure') {
    ctx.fail('internal', 'daemon failed to start', {
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
