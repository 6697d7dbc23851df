import { NO_PAGER } from './no-pager.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Variables that keep programs from waiting in an editor where nobody can type (REQ-F-055). */
export const NO_EDITOR: Readonly<Record<string, string>> = Object.freeze({
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
})

/** What keeps programs from colouring, paging, prompting, opening editors and announcing updates. */
const QUIET: Readonly<Record<string, string>> = Object.freeze({
  ...NO_PAGER,
  SYSTEMD_PAGER: '',
  AWS_PAGER: '',
  GH_PAGER: 'cat',
  ...NO_EDITOR,
  NO_COLOR: '1',
  CLICOLOR: '0',
  TERM: 'dumb',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  NPM_CONFIG_YES: 'true',
  CI: '1',
  NO_UPDATE_NOTIFIER: '1',
  HOMEBREW_NO_AUTO_UPDATE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
})

/** Makes an environment quiet. */
export function quietEnvironment(inherited: Variables): Record<string, string | undefined> {
  const { FORCE_COLOR: _loud, ...rest } = inherited
  return { ...rest, ...QUIET }
}

/** Adds what the caller wants for one child to a quiet environment; undefined removes a variable. */
export function addVariables(
  quiet: Variables,
  wanted: Variables = {},
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...quiet, ...wanted }
  // Node warns on stderr of every child when both are set; the caller's wish to colour is honoured.
  if (wanted['FORCE_COLOR'] !== undefined && wanted['NO_COLOR'] === undefined)
    delete env['NO_COLOR']
  return env
}
