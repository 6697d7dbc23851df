import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Configuration of git that runs other programs, overruled. */
const OVERRULED = Object.entries({
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'diff.external': '',
  'log.showSignature': 'false',
  'gpg.program': 'false',
})

/**
 * The variables of git that a read has instead of the caller's, many of which name programs, folders or
 * configuration. Without the network no transport may start: a missing object would be fetched.
 */
export function gitVariables(isNetwork: boolean): Readonly<Record<string, string | undefined>> {
  const given = Object.keys(process.env).filter((name) => name.startsWith('GIT_'))
  return Object.fromEntries<string | undefined>([
    ...given.map((name) => [name, undefined] as const),
    ['GIT_CONFIG_COUNT', String(OVERRULED.length)],
    ...OVERRULED.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key] as const,
      [`GIT_CONFIG_VALUE_${index}`, value] as const,
    ]),
    ['GIT_PAGER', 'cat'],
    ['GIT_ASKPASS', 'true'],
    ['GIT_TERMINAL_PROMPT', '0'],
    ['GIT_OPTIONAL_LOCKS', '0'],
    ['GIT_NO_LAZY_FETCH', '1'],
    ['GIT_ALLOW_PROTOCOL', isNetwork ? 'file:git:http:https:ssh' : 'none'],
  ])
}

/** A call of git: its file, the options before the command, the command, and the words after it. */
export interface GitCall {
  readonly file: string
  readonly globals: readonly string[]
  readonly command: string
  readonly rest: readonly string[]
  readonly cwd: string
}

/** Returns why reading a repository may run programs that it names; undefined if it runs none. */
export function whyGitRuns(call: GitCall): string | undefined {
  const isPlain = call.globals.every((word) => /^(?:-P|--no-pager|--no-optional-locks)$/.test(word))
  const plain = isPlain ? plainRepository(realpathSync(call.cwd)) : undefined
  const setting = plain && !KEYS.test(plain.config) ? undefined : runningSetting(call)
  if (setting !== undefined)
    return `The configuration of this repository runs a program: ${setting}. A person decides whether it may.`
  const isLooking = LOOKING.test(call.command) && !call.rest.some((word) => IGNORING.test(word))
  // A part of the index may be in another file, and a file may be called like that.
  const isWhole = plain && !plain.index.includes('link\0')
  if (isLooking && (isWhole ? plain.index.includes(LINK) : hasSubmodules(call)))
    return 'The configuration of a submodule may run programs; with --ignore-submodules=dirty git status and git diff look into none.'
  return undefined
}

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
  'gpg(\\..*)?': ['program'],
  'remote\\..*': ['uploadpack', 'vcs', 'promisor'],
  extensions: ['partialclone'],
}
/** Sections of which every setting counts. */
const SECTIONS = ['include', 'includeif', 'credential']
const SETTINGS = `^(${[
  ...Object.entries(RUNNING).map(([section, keys]) => `${section}\\.(${keys.join('|')})`),
  ...SECTIONS.map((section) => `${section}\\..*`),
].join('|')})$`
/** A file without any of these words has no such setting, and names no other file that may have one. */
const KEYS = new RegExp(
  [...Object.values(RUNNING).flat(), ...SECTIONS, 'worktreeconfig'].join('|'),
  'i',
)
/** Commands that look into the folders of submodules, where git has other configuration. */
const LOOKING = /^(?:status|diff|diff-index|diff-files|describe|commit|add|submodule)$/
const IGNORING = /^--ignore-submodules(?:=dirty|=all)?$/
/** The mode of a submodule in the index. */
const LINK = '\0\0\xe0\0'

/** Reads the repository of a folder, if it is of the plain kind that needs no process of git. */
function plainRepository(folder: string): { config: string; index: string } | undefined {
  const own = join(folder, '.git')
  const facts = statSync(own, { throwIfNoEntry: false })
  if (facts) {
    const text = (name: string) =>
      existsSync(join(own, name)) ? readFileSync(join(own, name), 'latin1') : ''
    if (!facts.isDirectory() || existsSync(join(own, 'commondir'))) return undefined
    // Git passes over a folder that is no repository, and takes the next one.
    const isOne = /^(?:ref: refs\/|[\da-f]{40})/.test(text('HEAD'))
    if (!isOne || !['objects', 'refs'].every((name) => existsSync(join(own, name))))
      return undefined
    return { config: text('config'), index: text('index') }
  }
  // It may be a repository itself.
  if (existsSync(join(folder, 'HEAD'))) return undefined
  const above = dirname(folder)
  return above === folder ? { config: '', index: '' } : plainRepository(above)
}

function runningSetting(call: GitCall): string | undefined {
  const words = ['config', '--show-scope', '--name-only', '--get-regexp', SETTINGS]
  const { status, stdout } = ask(call, words)
  // It ends with 1 if there is none.
  if (status !== 0 && status !== 1) return 'it could not be asked'
  return /^(?:local|worktree)\t(.+)$/m.exec(stdout)?.[1]
}

function hasSubmodules(call: GitCall): boolean {
  const { status, stdout } = ask(call, ['ls-files', '--stage', ':/'])
  return status === null || /^160000 /m.test(stdout)
}

function ask({ file, globals, cwd }: GitCall, words: readonly string[]) {
  // Hooks of agents load this file, and most of their commands need no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  return spawnSync(file, [...globals, ...words], {
    cwd,
    encoding: 'utf8',
    timeout: 5000,
    maxBuffer: 67_108_864,
    env: { ...process.env, ...gitVariables(false) },
  })
}

/** Returns the words of a call that converts nothing. */
export function withoutConversions({ globals, command, rest }: GitCall): readonly string[] {
  const own = /^(?:diff|log|show)$/.test(command) ? ['--no-ext-diff', '--no-textconv'] : []
  return [...globals, ...(command === '' ? [] : [command]), ...own, ...rest]
}
