import type { MemberForm } from '../../declare/features.ts'
import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Notes every call in an audit log, if the operator or the tool asks for one. */
export const audit: Step = {
  members: { tool: { auditLog: limitsOrTrue } },
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
  look: async (run) => {
    if (isAudited(run)) (await import('./audit-log.ts')).beginAudit(run)
  },
  finish: async (run, next) =>
    isAudited(run) ? (await import('./audit-log.ts')).finishAudited(run, next) : next(),
}

function isAudited({ world, cli }: Run): boolean {
  return world.env[`${cli.envPrefix}_AUDIT_LOG`] !== undefined || Boolean(cli.declaration.auditLog)
}

const LIMITS = ['maxBytes', 'files', 'maxAgeDays']

function limitsOrTrue(...[value, at]: Parameters<MemberForm>): ReturnType<MemberForm> {
  if (value === true) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { at, wanted: 'true or an object', value }
  const limits = value as Readonly<Record<string, unknown>>
  const isCount = (limit: unknown) => Number.isInteger(limit) && Number(limit) >= 0
  const wrong = LIMITS.find((name) => limits[name] !== undefined && !isCount(limits[name]))
  if (wrong === undefined) return undefined
  return { at: `${at}.${wrong}`, wanted: 'a whole number from 0', value: limits[wrong] }
}
