import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

import { knownCallOf } from '../../../description/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { gitVariables, whyGitRuns, withoutConversions, type GitCall } from './git-repository.ts'

export interface ReadLimits {
  /** The folder that the program runs in, and the one of the caller if that is another. */
  readonly cwd: string
  readonly from?: string
  readonly path: string
  readonly mayUseNetwork: boolean
  readonly mayLeave: boolean
}

interface Refusal {
  readonly code: 'NOT_A_KNOWN_READ' | 'NETWORK_READ' | 'READ_OUTSIDE'
  readonly message: string
}

/** Refuses a call, or returns its words with the variables that let it find its program and keep it from others. */
export async function whyNoRead(words: readonly string[], limits: ReadLimits) {
  const [program = '', ...rest] = words
  const shown = quoteWords(words.slice(0, 3))
  const refuse = (code: Refusal['code'], message: string): Refusal => ({ code, message })
  const unknown = (why: string) => refuse('NOT_A_KNOWN_READ', why)
  const file = programFile(program, limits)
  if (typeof file !== 'string') return unknown(file.why)
  const known = await knownCallOf(words, { hasErrors: false })
  if (known === undefined)
    return unknown(`Nothing is known of '${program}'. Ask to run it as it is.`)
  if (known.effect === 'change')
    return unknown(`'${shown}' changes something. Ask to run it as it is.`)
  if (known.effect === 'unknown' || known.terminal || known.editor)
    return unknown(
      `'${shown}' has words that are not known to only read. Leave them out, or ask to run it as it is.`,
    )
  if (known.network && !limits.mayUseNetwork)
    return refuse('NETWORK_READ', `'${shown}' reads from the network; surety read --network does.`)
  const places = [limits.cwd, ...withoutScript(rest, known.script, limits.cwd), ...known.values]
  for (const word of limits.mayLeave ? [] : places) {
    const why = leaves(word, limits.cwd, limits.from)
      ? 'is outside of the folder'
      : follows(known.program, word) &&
        'follows links or lists, which may lead outside of the folder'
    if (why) return refuse('READ_OUTSIDE', `'${word}' ${why}; surety read --outside reads there.`)
  }
  const git = basename(known.program) === 'git' ? gitCall(file, rest, known.command, limits) : null
  const running = git && whyGitRuns(git)
  if (running) return unknown(running)
  return {
    // The name stays as it was typed: programs print it before their messages.
    words: [program, ...(git ? withoutConversions(git) : rest)],
    env: {
      ...withoutCode(limits),
      ...QUIET,
      ...(known.network ? {} : OFFLINE),
      ...gitVariables(known.network),
      PATH: [dirname(file), ...safeFolders(limits)].join(delimiter),
    },
  }
}

/** Leaves out a program such as `/x/p`, which looks like a path, unless there is something at that path. */
function withoutScript(words: readonly string[], script: string | undefined, cwd: string) {
  const at = script === undefined || existsSync(resolve(cwd, script)) ? -1 : words.indexOf(script)
  return words.filter((_, index) => index !== at)
}

/** Options of git before its command that have the next word as their value. */
const VALUED = /^(?:-[Cc]|--git-dir|--work-tree|--namespace)$/

function gitCall(
  file: string,
  words: readonly string[],
  path: string | null,
  { cwd }: ReadLimits,
): GitCall {
  const command = path?.split(' ')[0] ?? ''
  // A folder may be called like the command: git -C log log.
  const found = words.findIndex((word, at) => word === command && !VALUED.test(words[at - 1] ?? ''))
  const at = found === -1 ? words.length : found
  return { file, globals: words.slice(0, at), command, rest: words.slice(at + 1), cwd }
}

/** Lists the folders of the PATH that the project does not decide about. */
function safeFolders(limits: ReadLimits): readonly string[] {
  const isOfProject = projectTest(limits)
  return limits.path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isOfProject(realOf(folder)))
}

/** Takes away the variables of the caller that name code or files to write, or a place in the project, which is settings. */
function withoutCode(limits: ReadLimits): Readonly<Record<string, undefined>> {
  const project = projectOf(realOf(limits.from ?? limits.cwd))
  const isPlace = (text: string) => {
    const place = realOf(resolve(project, text))
    return isInside(place, project) && (isAbsolute(text) || existsSync(place))
  }
  const isMeant = ([name, value = '']: readonly [string, string | undefined]) =>
    NAMING_CODE.test(name) ||
    (!/^(?:PATH|PWD|OLDPWD)$/.test(name) &&
      value !== '' &&
      !(name === 'HOME' && realOf(value) === project) &&
      value.split(delimiter).some(isPlace))
  const names = Object.entries(process.env).filter(isMeant)
  return Object.fromEntries(names.map(([name]) => [name, undefined]))
}

/** Finds the file of a program. One in the project, or where others may write, can be any program. */
function programFile(program: string, limits: ReadLimits) {
  const { path, cwd } = limits
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const found = program.includes('/')
    ? [resolve(cwd, program)]
    : folders.map((folder) => join(folder, program))
  const file = found.find(isProgram)
  if (file === undefined) return { why: `There is no program '${program}'.` }
  if (!isAbsolute(file)) return { why: `'${program}' is found by a relative folder of the PATH.` }
  const real = realpathSync(file)
  if ([real, file].some(projectTest(limits)))
    return { why: `'${program}' belongs to the project: ${file}.` }
  if ([real, file].some((each) => CHOOSING.test(each)))
    return { why: `'${program}' lets the project choose what runs: ${file}.` }
  if ([dirname(file), dirname(real), real].some(isForOthers))
    return { why: `Others may replace ${file}.` }
  return file
}

/** Programs that start another one, which a file of the project names by its path. */
const CHOOSING = /[/.](?:asdf|mise)\/shims\/|\/corepack\//

/** Returns the folder of the repository that a folder is in; of none it is the project itself. */
function projectOf(folder: string, from = folder): string {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? from : projectOf(dirname(folder), from)
}

function projectTest({ cwd, from = cwd }: ReadLimits) {
  const projects = [cwd, from].map((folder) => projectOf(realOf(folder)))
  return (place: string) =>
    projects.some((project) => isInside(place, project)) ||
    `${place}/`.includes('/node_modules/.bin/')
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

function leaves(word: string, cwd: string, from = cwd): boolean {
  const values = [word, word.slice(word.indexOf('=') + 1), word.replace(/^-[A-Za-z]/, '')]
  return values.some((given) => {
    const value = given.replace(/^(?:fileb?:\/\/|@)/, '')
    const isPlace = /^[/~]/.test(value) || value.split('/').includes('..')
    const place = value.startsWith('~') ? join(homedir(), value.slice(1)) : resolve(cwd, value)
    // As it was given: `link/..` is the folder above the one that the link leads to.
    const real = realOf(/^[/~]/.test(value) ? place : `${cwd}/${value}`, place)
    return (isPlace || real !== place) && !isInside(real, realOf(from))
  })
}

/** Options with which a program reads what links and lists of files name, wherever that is. */
const FOLLOWING: Readonly<Record<string, RegExp>> = {
  find: /^-(?:L|follow|files0-from)/,
  grep: /^(?:-[a-zA-Z]*R|--dereference)/,
  rg: /^(?:-[a-zA-Z.]*L|--follow)/,
  ls: /^(?:-[a-zA-Z]*L|--dereference$)/,
  gcc: /^-(?:E|fsyntax-only)$/,
  jq: /^(?:-[a-zA-Z]*f|--from-file)/,
  man: /\//,
  md5sum: /^(?:-[a-z]*c|--check)/,
  tree: /^-[a-zA-Z]*l/,
  du: /^(?:-[a-zA-Z]*L|--dereference$|--files0)/,
  diff: /^(?:-[a-zA-Z]*r|--recursive)/,
  file: /^(?:-[a-zA-Z]*f|--files)/,
  sort: /^--files0/,
  wc: /^--files0/,
}

function follows(program: string, word: string): boolean {
  const name = basename(program)
    .replace(/^[ef]grep$/, 'grep')
    .replace(/^(?:sha\d+|b2)sum$/, 'md5sum')
    .replace(/^(?:cc|[gc]\+\+)$/, 'gcc')
  return FOLLOWING[name]?.test(word) === true
}

function realOf(place: string, otherwise = place): string {
  try {
    return realpathSync.native(place)
  } catch {
    return otherwise
  }
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** Variables that name programs, code, options or files to write, which a read does without. */
const NAMING_CODE =
  /^(?:LD_(?!LIBRARY_PATH$)|DYLD_(?!LIBRARY_PATH$)|BASH_|PYTHON|PERL5|RUBY|OPENSSL_|GROFF_|NODE_(?!EXTRA_CA)|TF_(?:CLI|LOG|REATTACH)|(?:ENV|SHELLOPTS|PS4|POSIXLY_CORRECT|GCONV_PATH|(?:GNU)?MAKEFLAGS|COMPILER_PATH|GCC_EXEC_PREFIX|DEPENDENCIES_OUTPUT|SUNPRO_DEPENDENCIES|TAR_OPTIONS|TAPE|RSH|RSYNC_RSH|GZIP|UNZIP|ZIPINFO|GREP_OPTIONS|LESSOPEN|LESSCLOSE|RIPGREP_CONFIG_PATH|WGETRC|CURL_HOME|SSLKEYLOGFILE|MANOPT|MANROFFOPT|GOCOVERDIR|PIP_(?:LOG|LOG_FILE|PYTHON)|FFREPORT|KUBECTL_EXTERNAL_DIFF|APT_CONFIG|PSQLRC)$)/

/** Settings that a project could make. */
const QUIET: Readonly<Record<string, string>> = {
  npm_config_git: 'git',
  npm_config_viewer: 'man',
  npm_config_browser: 'false',
  npm_config_logs_max: '0',
  GOTOOLCHAIN: 'local',
  // It would ask git about the state of the files, which runs their filters.
  GOFLAGS: '-buildvcs=false',
}

/** A read of files would fetch what they lack, or ask for news. */
const OFFLINE = { GOPROXY: 'off', GONOPROXY: 'none', CHECKPOINT_DISABLE: '1' }
