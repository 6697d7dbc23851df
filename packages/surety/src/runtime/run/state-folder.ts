import { join } from 'node:path'

import type { Cli } from '../declare/cli.ts'
import type { World } from '../process/world.ts'

/** Returns the folder for what a tool keeps between calls; null if there is no home. */
export function stateFolder(cli: Cli, env: World['env']): string | null {
  const home = env['HOME'] ? join(env['HOME'], '.local', 'state') : env['LOCALAPPDATA']
  const state = env['XDG_STATE_HOME'] || home
  return state ? join(state, cli.declaration.name) : null
}
