import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Notes every call in an audit log, if the operator or the tool asks for one. */
export const audit: Step = {
  members: { ofTool: ['auditLog'] },
  facts: {
    variables: {
      AUDIT_LOG: 'Audit log: 1, 0 or a path',
      SESSION_ID: 'Session in the audit log',
    },
  },
  builtins: (cli) => ({
    'audit-log': {
      description: 'Lists earlier calls from the audit log',
      isIdle: !cli.declaration.auditLog,
      load: async () => (await import('./audit-command.ts')).auditLogCommand(cli),
    },
  }),
  keeps: async (cli, env) => {
    const path = (await import('./audit-path.ts')).auditPath(cli, env)
    return path === null ? null : { path, purpose: 'audit log' }
  },
  look: (run) =>
    isAudited(run) ? import('./audit-log.ts').then((log) => log.beginAudit(run)) : undefined,
  finish: (run, next) =>
    isAudited(run) ? import('./audit-log.ts').then((log) => log.finishAudited(run, next)) : next(),
}

function isAudited({ world, cli }: Run): boolean {
  return world.env[`${cli.envPrefix}_AUDIT_LOG`] !== undefined || Boolean(cli.declaration.auditLog)
}
