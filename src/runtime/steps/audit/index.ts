import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Notes every call in an audit log, if the operator or the tool asks for one. */
export const audit: Step = {
  look: async (run, given) => {
    if (isAudited(run)) (await import('./audit-log.ts')).beginAudit(run, given)
  },
  finish: async (run, next) =>
    isAudited(run) ? (await import('./audit-log.ts')).finishAudited(run, next) : next(),
}

function isAudited({ world, cli }: Run): boolean {
  return world.env[`${cli.envPrefix}_AUDIT_LOG`] !== undefined || Boolean(cli.declaration.auditLog)
}
