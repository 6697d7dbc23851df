/** Settings of a repository with which reading it runs programs that it names, by their sections. */
const RUNNING = {
  'filter\\..*': ['clean', 'smudge', 'process'],
  'diff\\..*': ['command', 'textconv'],
  diff: ['external', 'submodule'],
  core: ['fsmonitor', 'sshcommand', 'gitproxy', 'alternaterefscommand', 'askpass'],
  'merge\\..*': ['driver'],
  'man\\..*': ['cmd', 'path'],
  'browser\\..*': ['cmd', 'path'],
  'hook\\..*': ['command'],
  'gpg(\\..*)?': ['program', 'defaultkeycommand'],
  'trailer\\..*': ['command', 'cmd'],
  'remote\\..*': ['uploadpack', 'vcs', 'promisor'],
  extensions: ['partialclone'],
}
/** Settings that name files and folders to read. */
const PLACES = {
  core: ['worktree', 'attributesfile', 'excludesfile'],
  mailmap: ['file'],
  blame: ['ignorerevsfile'],
  diff: ['orderfile'],
  commit: ['template'],
  'gpg\\.ssh': ['allowedsignersfile', 'revocationfile'],
}
/** Settings of which a call that uses the network sends or writes something, or speaks to somebody else. */
const SENDING = {
  'http(\\..*)?': [
    'cookiefile',
    'savecookies',
    'proxy',
    'sslcert',
    'sslkey',
    'sslcainfo',
    'sslcapath',
    'curloptresolve',
    'emptyauth',
    'delegation',
  ],
  'remote\\..*': ['proxy'],
  'url\\..*': ['insteadof'],
}
/** Sections of which every setting counts. */
const SECTIONS = ['include', 'includeif', 'credential']

type Table = Readonly<Record<string, readonly string[]>>
const patternOf = (table: Table) =>
  Object.entries(table).map(([section, keys]) => `${section}\\.(${keys.join('|')})`)
const ofSections = SECTIONS.map((section) => `${section}\\..*`)
export const SETTINGS = `^(${[RUNNING, PLACES, SENDING].flatMap(patternOf).concat(ofSections).join('|')})$`
export const RUNS = new RegExp(`^(?:${[...patternOf(RUNNING), ...ofSections].join('|')})$`)
export const NAMES_PLACE = new RegExp(`^(?:${patternOf(PLACES).join('|')})$`)
export const SENDS = new RegExp(`^(?:${patternOf(SENDING).join('|')})$`)
/** A file without any of these words has no such setting, and names no other file that may have one. */
export const KEYS = new RegExp(
  [
    ...[RUNNING, { ...PLACES, mailmap: ['mailmap'] }, SENDING].flatMap((table) =>
      Object.values(table).flat(),
    ),
    ...SECTIONS,
    'worktreeconfig',
  ].join('|'),
  'i',
)
