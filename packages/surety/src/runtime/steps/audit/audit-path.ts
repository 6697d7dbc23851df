import { isAbsolute, join } from 'node:path'

import type { Cli } from '../../declare/cli.ts'
import type { World } from '../../process/world.ts'
import { stateFolder } from '../../run/instance-folder.ts'

/** Names the variable by which operators turn the audit log on and off; it is stronger than the tool. */
export function auditVariable({ envPrefix }: Cli): string {
  return `${envPrefix}_AUDIT_LOG`
}

export function auditSetting(cli: Cli, env: World['env']): string {
  return env[auditVariable(cli)] ?? (cli.declaration.auditLog ? '1' : '0')
}

/** Returns the file of the audit log; null if there is none. */
export function auditPath(cli: Cli, env: World['env']): string | null {
  const setting = auditSetting(cli, env)
  if (setting !== '1') return isAbsolute(setting) ? setting : null
  return join(stateFolder(cli, env) ?? '/', 'audit.jsonl')
}

export const USUAL_LIMITS = { maxBytes: 10 * 1024 * 1024, files: 5, maxAgeDays: 30 }

/** How large the audit log of a tool becomes, in how many files, and how old. */
export function auditLimits({ declaration: { auditLog } }: Cli) {
  return { ...USUAL_LIMITS, ...(typeof auditLog === 'object' && auditLog) }
}
