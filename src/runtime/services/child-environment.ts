import type { World } from '../process/world.ts'

type Variables = Record<string, string | undefined>

/** Variables that keep programs from paging, whatever was inherited (REQ-F-010, REQ-F-046). */
const QUIET_PAGERS = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-F -X -R',
  MORE: '',
})

/** Variables that keep programs from waiting in an editor where nobody can type (REQ-F-055). */
const NO_EDITOR = Object.freeze({ EDITOR: 'true', VISUAL: 'true', GIT_EDITOR: 'true' })

/** Lists the variables that every program started from here has to see. */
export function quietVariables(world: World): Variables {
  return {
    ...QUIET_PAGERS,
    ...(isColorless(world.env) && { NO_COLOR: '1' }),
    ...(!world.isStdoutTty && { PYTHONUNBUFFERED: '1' }),
  }
}

/**
 * Puts the same variables into the run's own environment, for libraries that start programs without
 * asking the framework. What decides about the output must have been read before.
 */
export function quieten(world: World): void {
  const { env } = world
  if (env['PAGER'] === 'cat' && env['MORE'] === '') return
  Object.assign(env, quietVariables(world))
}

/** Makes the environment of a child process. */
export function childEnvironment(
  world: World,
  extra: Readonly<Record<string, string>> = {},
): Variables {
  const hasTerminal = world.isStdinTty && world.isStdoutTty
  return {
    ...world.env,
    ...extra,
    ...quietVariables(world),
    ...(hasTerminal ? {} : NO_EDITOR),
    ...(!world.isStdoutTty && { COLUMNS: '0' }),
  }
}

/** Tests the signals that turn colour off for the whole run (REQ-F-008). */
function isColorless(env: Readonly<Variables>): boolean {
  const signals = ['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL']
  return signals.some((name) => env[name] !== undefined) || env['TERM'] === 'dumb'
}
