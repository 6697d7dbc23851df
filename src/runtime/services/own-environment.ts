import { NO_PAGER } from '../../internal/process/no-pager.ts'
import type { World } from '../process/world.ts'

/** Lists the variables that every program started from here has to see. */
export function quietVariables({ env, isStdoutTty }: World): Record<string, string> {
  return {
    ...NO_PAGER,
    ...(isColorless(env) && { NO_COLOR: '1' }),
    ...(!isStdoutTty && { PYTHONUNBUFFERED: '1' }),
  }
}

/**
 * Puts these variables into the run's own environment, for libraries that start programs without asking
 * the framework. What decides about the output must have been read before.
 */
export function quieten(world: World): void {
  const { env } = world
  if (env['PAGER'] === 'cat' && env['MORE'] === '') return
  Object.assign(env, quietVariables(world))
}

/** Tests the signals that turn colour off for the whole run (REQ-F-008). */
function isColorless(env: World['env']): boolean {
  const signals = ['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL']
  return signals.some((name) => env[name] !== undefined) || env['TERM'] === 'dumb'
}
