import { isAbsolute, join } from 'node:path'

/**
 * Finds the folder for state that outlives a process: SURETY_STATE_DIR, else the XDG state folder.
 *
 * @example
 * ```ts
 * import { stateFolder } from '@surety/client'
 *
 * stateFolder(process.env) // '/home/ada/.local/state/surety'
 * ```
 */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const own = env['SURETY_STATE_DIR']
  if (own !== undefined && own !== '') return own
  const xdg = env['XDG_STATE_HOME']
  // XDG: a relative path counts as not set.
  const base =
    xdg !== undefined && isAbsolute(xdg)
      ? xdg
      : join(env['HOME'] ?? homeFolder(), '.local', 'state')
  return join(base, 'surety')
}

/** Loaded when it is needed: nearly everybody has HOME. */
function homeFolder(): string {
  return process.getBuiltinModule('node:os').homedir()
}
