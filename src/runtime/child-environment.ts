import type { Run } from './run.ts'

/** Variables that keep a child from paging, whatever was inherited (REQ-F-010, REQ-F-046). */
const QUIET_PAGERS = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-F -X -R',
  MORE: '',
})

/** Variables that keep a child from waiting in an editor where nobody can type (REQ-F-055). */
const NO_EDITOR = Object.freeze({ EDITOR: 'true', VISUAL: 'true', GIT_EDITOR: 'true' })

/** Makes the environment of a child process. */
export function childEnvironment(
  run: Run,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  const { world } = run
  return {
    ...world.env,
    ...extra,
    ...QUIET_PAGERS,
    ...(world.isStdinTty && world.isStdoutTty ? {} : NO_EDITOR),
    ...(isColorless(world.env) && { NO_COLOR: '1' }),
    ...(!world.isStdoutTty && { PYTHONUNBUFFERED: '1', COLUMNS: '0' }),
  }
}

/** Tests the signals that turn colour off for the whole run (REQ-F-008). */
export function isColorless(env: Readonly<Record<string, string | undefined>>): boolean {
  const signals = ['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL']
  return signals.some((name) => env[name] !== undefined) || env['TERM'] === 'dumb'
}
