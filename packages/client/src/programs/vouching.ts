import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { stateFolder } from '@surety/internal/state-folder.ts'
import type { Where } from './vouched.ts'

/** Says who vouched for a program, and whether it changed since then. Most people never did: then nothing is loaded. */
export async function vouchedFor(program: string, where: Where) {
  const folder = where.state ?? join(stateFolder(process.env), 'vouched')
  if (program === '' || !existsSync(folder)) return undefined
  return (await import('./vouched.ts')).recordOf(program, where, folder)
}
