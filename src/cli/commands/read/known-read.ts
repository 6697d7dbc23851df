import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

import { knownCallOf } from '../../../description/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'

export interface ReadLimits {
  readonly cwd: string
  readonly path: string
  readonly mayUseNetwork: boolean
  readonly mayLeave: boolean
}

interface Refusal {
  readonly code: 'NOT_A_KNOWN_READ' | 'NETWORK_READ' | 'READ_OUTSIDE'
  readonly message: string
}

/** A call that may run, and the variables that let it find its program and keep it from running others. */
interface KnownRead {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly wantsInput: boolean
}

export async function whyNoRead(
  words: readonly string[],
  limits: ReadLimits,
): Promise<Refusal | KnownRead> {
  const [program = '', ...rest] = words
  const shown = quoteWords(words.slice(0, 3))
  const refuse = (code: Refusal['code'], why: string): Refusal => ({ code, message: why })
  const file = programFile(program, limits)
  if (typeof file !== 'string') return refuse('NOT_A_KNOWN_READ', file.why)
  const known = await knownCallOf(words)
  if (known === undefined)
    return refuse('NOT_A_KNOWN_READ', `Nothing is known of '${program}'. Ask to run it as it is.`)
  if (known.effect === 'change')
    return refuse('NOT_A_KNOWN_READ', `'${shown}' changes something. Ask to run it as it is.`)
  if (known.effect === 'unknown' || known.terminal || known.editor)
    return refuse(
      'NOT_A_KNOWN_READ',
      `'${shown}' has words that are not known to only read. Leave them out, or ask to run it as it is.`,
    )
  if (known.network && !limits.mayUseNetwork)
    return refuse('NETWORK_READ', `'${shown}' reads from the network; surety read --network does.`)
  const outside = limits.mayLeave ? undefined : rest.find((word) => leaves(word, limits.cwd))
  if (outside !== undefined)
    return refuse(
      'READ_OUTSIDE',
      `'${outside}' is outside of the folder; surety read --outside reads there.`,
    )
  const following = limits.mayLeave ? undefined : rest.find((word) => follows(known.program, word))
  if (following !== undefined)
    return refuse(
      'READ_OUTSIDE',
      `'${following}' follows links or lists, which may lead outside of the folder; surety read --outside reads there.`,
    )
  const isGit = basename(known.program) === 'git'
  const setting = isGit
    ? runningSetting([file, ...rest.slice(0, rest.indexOf(commandWord(known.command)))], limits.cwd)
    : undefined
  if (setting !== undefined)
    return refuse(
      'NOT_A_KNOWN_READ',
      `The configuration of this repository runs a program: ${setting}. A person decides whether it may.`,
    )
  return {
    // The name stays as it was typed: programs print it before their messages.
    words: [program, ...(isGit ? withoutConversions(rest, known.command) : rest)],
    env: { ...quietVariables(), PATH: [dirname(file), ...safeFolders(limits)].join(delimiter) },
    wantsInput: known.stdin,
  }
}

/** Lists the folders of the PATH that the project does not decide about. */
function safeFolders({ path, cwd }: ReadLimits): readonly string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(realOf(folder), realOf(cwd)))
}

function commandWord(command: string | null): string {
  return command?.split(' ')[0] ?? ''
}

/** Settings of a repository with which reading it runs programs that it names. */
const RUNS_PROGRAMS =
  '^(filter\\..*\\.(clean|smudge|process)|diff\\..*\\.(command|textconv)|diff\\.external|core\\.(fsmonitor|sshcommand|gitproxy|alternaterefscommand)|gpg\\..*program|gpg\\.program|include(if)?\\..*)$'

function runningSetting(git: readonly string[], cwd: string): string | undefined {
  // Hooks of agents load this file, and most of their commands need no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { status, stdout } = spawnSync(
    git[0]!,
    [...git.slice(1), 'config', '--show-scope', '--name-only', '--get-regexp', RUNS_PROGRAMS],
    { cwd, encoding: 'utf8', timeout: 5000, env: { ...process.env, ...quietVariables() } },
  )
  if (status === null) return 'it could not be asked'
  const own = /^(?:local|worktree)\t(.+)$/m.exec(stdout)
  return own?.[1]
}

const CONVERTING: ReadonlySet<string> = new Set(['diff', 'log', 'show'])

function withoutConversions(rest: readonly string[], command: string | null): readonly string[] {
  const word = commandWord(command)
  if (!CONVERTING.has(word)) return rest
  const at = rest.indexOf(word) + 1
  return [...rest.slice(0, at), '--no-ext-diff', '--no-textconv', ...rest.slice(at)]
}

/** Finds the file of a program. One in the project, or where others may write, can be any program. */
function programFile(
  program: string,
  { path, cwd }: ReadLimits,
): string | { readonly why: string } {
  const isPath = program.includes('/')
  const found = isPath
    ? [resolve(cwd, program)]
    : path
        .split(delimiter)
        .filter((folder) => folder !== '')
        .map((folder) => join(folder, program))
  const file = found.find(isProgram)
  if (file === undefined) return { why: `There is no program '${program}'.` }
  if (!isAbsolute(file)) return { why: `'${program}' is found by a relative folder of the PATH.` }
  const real = realpathSync(file)
  if (isInside(real, realOf(cwd)) || isInside(file, realOf(cwd)))
    return { why: `'${program}' belongs to the project: ${file}.` }
  if (isForOthers(dirname(file)) || isForOthers(real)) return { why: `Others may replace ${file}.` }
  return file
}

function isProgram(file: string): boolean {
  try {
    const stats = statSync(file)
    return stats.isFile() && (stats.mode & 0o111) !== 0
  } catch {
    return false
  }
}

function isForOthers(path: string): boolean {
  return (statSync(path).mode & 0o002) !== 0
}

function leaves(word: string, cwd: string): boolean {
  const values = [word, word.slice(word.indexOf('=') + 1), word.replace(/^-[A-Za-z]/, '')]
  return values.some((value) => {
    const isPlace =
      value.startsWith('/') || value.startsWith('~') || value.split('/').includes('..')
    const place = value.startsWith('~') ? join(homedir(), value.slice(1)) : resolve(cwd, value)
    return (isPlace || isLink(place)) && !isInside(realOf(place), realOf(cwd))
  })
}

/** Options with which a program reads what links and lists of files name, wherever that is. */
const FOLLOWING: Readonly<Record<string, RegExp>> = {
  find: /^-(?:L|follow|files0-from)/,
  grep: /^(?:-[a-zA-Z]*R|--dereference)/,
  rg: /^(?:-[a-zA-Z.]*L|--follow)/,
  ls: /^(?:-[a-zA-Z]*L|--dereference$)/,
  du: /^(?:-[a-zA-Z]*L|--dereference$|--files0)/,
  diff: /^(?:-[a-zA-Z]*r|--recursive)/,
  file: /^(?:-[a-zA-Z]*f|--files)/,
  sort: /^--files0/,
  wc: /^--files0/,
}

function follows(program: string, word: string): boolean {
  const name = basename(program).replace(/^[ef]grep$/, 'grep')
  return FOLLOWING[name]?.test(word) === true
}

function isLink(place: string): boolean {
  return realOf(place) !== place
}

function realOf(place: string): string {
  try {
    return realpathSync(place)
  } catch {
    return place
  }
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** Configuration of git that runs other programs, overruled. */
const GIT = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.sshCommand': 'false',
  'core.pager': 'cat',
  'diff.external': '',
  'log.showSignature': 'false',
  'gpg.program': 'false',
  'protocol.ext.allow': 'never',
}

/** Variables of git are left out, since many of them name programs, folders or configuration. */
function quietVariables(): Readonly<Record<string, string | undefined>> {
  const given = Object.keys(process.env).filter((name) => name.startsWith('GIT_'))
  return { ...Object.fromEntries(given.map((name) => [name, undefined])), ...QUIET }
}

const QUIET: Readonly<Record<string, string | undefined>> = Object.freeze({
  GIT_CONFIG_COUNT: String(Object.keys(GIT).length),
  ...Object.fromEntries(
    Object.entries(GIT).flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  GIT_OPTIONAL_LOCKS: '0',
  RIPGREP_CONFIG_PATH: undefined,
  NODE_OPTIONS: undefined,
  LD_PRELOAD: undefined,
})
