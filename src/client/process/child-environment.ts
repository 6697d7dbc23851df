/** What keeps tools from colouring, paging, prompting and opening editors. */
const QUIET: Readonly<Record<string, string>> = Object.freeze({
  NO_COLOR: '1',
  CLICOLOR: '0',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: '',
  AWS_PAGER: '',
  GH_PAGER: 'cat',
  LESS: '-FRX',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  NPM_CONFIG_YES: 'true',
  CI: '1',
})

/** Makes an environment quiet; done once, because reading the process's own is slow. */
export function quietEnvironment(inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _loud, ...rest } = inherited
  return { ...rest, ...QUIET }
}

/** Adds what the caller wants for one child; undefined takes a variable away. */
export function childEnvironment(
  quiet: NodeJS.ProcessEnv,
  wanted: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...quiet, ...wanted }
  // Node warns on stderr of every child when both are set; the caller's wish to colour is honoured.
  if (wanted['FORCE_COLOR'] !== undefined && wanted['NO_COLOR'] === undefined)
    delete env['NO_COLOR']
  return env
}
