import { homedir } from 'node:os'
import { join } from 'node:path'

/** Finds the folder of pay's files. */
export function payHome(env: Readonly<Record<string, string | undefined>>): string {
  const own = env['AGENTSCORE_PAY_HOME']
  return own !== undefined && own !== '' ? own : join(env['HOME'] ?? homedir(), '.agentscore')
}
