import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { stateFolder } from '../internal/state-folder.ts'

/** Where a program is looked for. */
export interface Where {
  readonly cwd: string
  readonly path: string
  /** The folder of the records; default by the environment. */
  readonly state?: string
}

/** Says who vouched for a program, and whether it changed since then. Most people never did: then nothing is loaded. */
export async function vouchedFor(program: string, where: Where) {
  const folder = where.state ?? join(stateFolder(process.env), 'vouched')
  if (program === '' || !existsSync(folder)) return undefined
  return (await import('./vouched.ts')).recordOf(program, where, folder)
}
