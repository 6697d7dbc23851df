import type { SubjectContext } from './subject-context.ts'

/** Simulates the failure of a service that `ANIMUS_SIMULATE` names. */
export function simulateFailure(ctx: SubjectContext, kind: string): void {
  const failure = ctx.processEnv['ANIMUS_SIMULATE']
  if (failure === 'unavailable') missingBackend(ctx, kind)
  if (failure === 'daemon-down') {
    ctx.fail('unavailable', 'the daemon is not running', {
      details: {
        remediation: { kind: 'daemon_not_running', next_step: 'start the daemon, then call again' },
      },
    })
  }
  if (failure === 'startup-failure') {
    ctx.fail('internal', 'daemon failed to start', {
      details: { startup_log_tail: 'error: panic in scheduler loop' },
    })
  }
}

/** Fails because a kind of subject has no backend. */
export function missingBackend(ctx: SubjectContext, kind: string): never {
  return ctx.fail('unavailable', `no backend for kind '${kind}' can be reached`, {
    details: {
      remediation: {
        kind: 'missing_plugin',
        install_command: `animus plugin install ${kind}`,
        next_step: `run 'animus plugin install ${kind}', then call again`,
      },
    },
  })
}
