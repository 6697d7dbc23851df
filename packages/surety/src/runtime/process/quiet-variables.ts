import { NO_PAGER } from '@surety/internal/process/no-pager.ts'
import type { World } from './world.ts'

/** The variables that keep the programs of a run quiet. */
function quietVariables({ env, isStdinTty, isStdoutTty }: World): Record<string, string> {
  // They turn colour off for the whole run (REQ-F-008).
  const switches = ['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL']
  const isColorless = switches.some((name) => env[name] !== undefined) || env['TERM'] === 'dumb'
  return {
    ...(isColorless && { NO_COLOR: '1' }),
    ...(!isStdoutTty && { PYTHONUNBUFFERED: '1' }),
    ...NO_PAGER,
    ...(!(isStdinTty && isStdoutTty) && NO_EDITOR),
  }
}

/** Without a terminal an editor fails: what nobody has read is not accepted (REQ-F-055). */
const NO_EDITOR = { EDITOR: 'false', VISUAL: 'false', GIT_EDITOR: 'false' }

/** Sets them for libraries that start programs. Only after the output settings were read: it may set `NO_COLOR`. */
export function setQuietVariables(world: World): void {
  const { env } = world
  if (env['PAGER'] === 'cat' && env['MORE'] === '') return
  Object.assign(env, quietVariables(world))
}
