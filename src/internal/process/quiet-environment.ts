/** Variables that turn off pagers (REQ-F-010, REQ-F-046). */
export const NO_PAGER: Readonly<Record<string, string>> = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-F -X -R',
  MORE: '',
})

type Variables = Readonly<Record<string, string | undefined>>

/** Variables that turn off editors, where there is no terminal (REQ-F-055). */
export const NO_EDITOR: Readonly<Record<string, string>> = Object.freeze({
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
})

/** Editors that fail: what nobody has read is not accepted. */
const FAILING_EDITOR: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.keys(NO_EDITOR).map((name) => [name, 'false'])),
)

/** Variables that turn off colour, pagers, prompts, editors and update notices. */
const QUIET: Readonly<Record<string, string>> = {
  ...NO_PAGER,
  SYSTEMD_PAGER: '',
  AWS_PAGER: '',
  GH_PAGER: 'cat',
  ...FAILING_EDITOR,
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
}

/** Adds the variables that keep programs quiet. */
export function quietEnvironment(inherited: Variables): Record<string, string | undefined> {
  const { FORCE_COLOR: _loud, ...rest } = inherited
  return { ...rest, ...QUIET }
}

/** Adds a caller's variables for one child; undefined removes one. */
export function addVariables(
  quiet: Variables,
  wanted: Variables = {},
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...quiet, ...wanted }
  // Node prints a warning if both are set; the caller's choice wins.
  if (wanted['FORCE_COLOR'] !== undefined && wanted['NO_COLOR'] === undefined)
    delete env['NO_COLOR']
  return env
}
