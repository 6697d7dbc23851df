import { join } from 'node:path'

import type { Cli } from '../declare/cli.ts'
import type { World } from '../process/world.ts'

/** Names the variable that holds the id of an instance; `--instance-id` sets it for the call. */
export function instanceVariable({ envPrefix }: Cli): string {
  return `${envPrefix}_INSTANCE_ID`
}

/** Tests whether an id can be the name of a folder. */
export function isInstanceId(id: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(id)
}

/** Returns the folder with all state of an instance; null if the call belongs to none. */
export function instanceFolder(cli: Cli, env: World['env']): string | null {
  const id = env[instanceVariable(cli)]
  const home = env['HOME'] || env['LOCALAPPDATA']
  if (!id || !home || !isInstanceId(id)) return null
  return `${home}/.${cli.declaration.name}/instances/${id}`
}

/** Returns the folder for what a tool keeps between calls; null if there is no home. */
export function stateFolder(cli: Cli, env: World['env']): string | null {
  const home = env['HOME'] ? join(env['HOME'], '.local', 'state') : env['LOCALAPPDATA']
  const state = instanceFolder(cli, env) || env['XDG_STATE_HOME'] || home
  return state ? join(state, cli.declaration.name) : null
}
