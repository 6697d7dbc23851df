import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

import { knownCallOf } from '../../../description/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { gitVariables, whyGitRuns, withoutConversions, type GitCall } from './git-repository.ts'

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
  for (const word of limits.mayLeave ? [] : rest) {
    const why = leaves(word, limits.cwd)
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
      ...QUIET,
      ...(known.network ? {} : OFFLINE),
      ...gitVariables(known.network),
      PATH: [dirname(file), ...safeFolders(limits)].join(delimiter),
    },
  }
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
function safeFolders({ path, cwd }: ReadLimits): readonly string[] {
  const project = projectOf(realOf(cwd))
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isOfProject(realOf(folder), project))
}

/** Finds the file of a program. One in the project, or where others may write, can be any program. */
function programFile(program: string, { path, cwd }: ReadLimits) {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const found = program.includes('/')
    ? [resolve(cwd, program)]
    : folders.map((folder) => join(folder, program))
  const file = found.find(isProgram)
  if (file === undefined) return { why: `There is no program '${program}'.` }
  if (!isAbsolute(file)) return { why: `'${program}' is found by a relative folder of the PATH.` }
  const real = realpathSync(file)
  const project = projectOf(realOf(cwd))
  if ([real, file].some((each) => isOfProject(each, project)))
    return { why: `'${program}' belongs to the project: ${file}.` }
  if ([real, file].some((each) => CHOOSING.test(each)))
    return { why: `'${program}' lets the project choose what runs: ${file}.` }
  if (isForOthers(dirname(file)) || isForOthers(real)) return { why: `Others may replace ${file}.` }
  return file
}

/** Programs that start another one, which a file of the project names by its path. */
const CHOOSING = /[/.](?:asdf|mise)\/shims\/|\/corepack\//

/** Returns the folder of the repository that a folder is in; of none it is the project itself. */
function projectOf(folder: string, from = folder): string {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? from : projectOf(dirname(folder), from)
}

function isOfProject(place: string, project: string): boolean {
  return isInside(place, project) || `${place}/`.includes('/node_modules/.bin/')
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
    const isPlace = /^[/~]/.test(value) || value.split('/').includes('..')
    const place = value.startsWith('~') ? join(homedir(), value.slice(1)) : resolve(cwd, value)
    const real = realOf(place)
    return (isPlace || real !== place) && !isInside(real, realOf(cwd))
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

/** Variables that name programs and code, which a read does without, and settings that a project could make. */
const QUIET: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    `LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONHOME PYTHONSTARTUP PERL5OPT
    PERL5LIB RUBYOPT MAKEFLAGS GNUMAKEFLAGS COMPILER_PATH GCC_EXEC_PREFIX TAR_OPTIONS GREP_OPTIONS LESSOPEN LESSCLOSE
    RIPGREP_CONFIG_PATH WGETRC CURL_HOME MANOPT GOFLAGS`
      .split(/\s+/)
      .map((name) => [name, undefined]),
  ),
  npm_config_git: 'git',
  npm_config_viewer: 'man',
  npm_config_browser: 'false',
  GOTOOLCHAIN: 'local',
}

/** A read of files would fetch what they lack, or ask for news. */
const OFFLINE = { GOPROXY: 'off', GONOPROXY: 'none', CHECKPOINT_DISABLE: '1' }
