import { readdirSync, type Stats } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'

import { FRESH, type Looks } from './looks.ts'

export interface Surroundings {
  /** The folder that the program runs in, and the one of the caller if that is another. */
  readonly cwd: string
  readonly from?: string
  readonly path: string
  /** What `projectsAround` says of them, if it was asked already: a line has several programs. */
  readonly projects?: readonly string[]
  readonly looks?: Looks
}

export interface ReadLimits extends Surroundings {
  readonly mayUseNetwork: boolean
  readonly mayLeave: boolean
  readonly mayReveal?: boolean
}

export interface Refusal {
  readonly code: 'NOT_A_KNOWN_READ' | 'NETWORK_READ' | 'READ_OUTSIDE' | 'SHOWS_SECRETS'
  readonly message: string
}

/** Finds the file of a program. One in the project, or where others may write, can be any program. */
export function programFile(program: string, where: Surroundings): string | { why: string } {
  const folders = where.path.split(delimiter).filter((folder) => folder !== '')
  const found = program.includes('/')
    ? [resolve(where.cwd, program)]
    : folders.map((folder) => join(folder, program))
  const { looks = FRESH } = where
  const file = found.find((each) => isProgram(looks.target(each)))
  if (file === undefined) return { why: `There is no program '${program}'.` }
  if (!isAbsolute(file)) return { why: `'${program}' is found by a relative folder of the PATH.` }
  const real = looks.real(file)
  if ([real, file].some(projectTest(where)))
    return { why: `'${program}' belongs to the project: ${file}.` }
  if ([real, file].some((each) => CHOOSING.test(each)))
    return { why: `'${program}' lets the project choose what runs: ${file}.` }
  const places = [...new Set([dirname(file), dirname(real), real])]
  if (places.some((each) => isForOthers(looks.target(each))))
    return { why: `Other users may replace ${file}.` }
  return file
}

/** Programs that start another one, which a file of the project names by its path. */
const CHOOSING = /[/.](?:asdf|mise)\/shims\/|\/corepack\//

/**
 * Lists the folders around a folder that a repository may be in: a planted `.git` must not make what is above
 * it somebody else's. A home that is a repository itself is not a project of all that is below it.
 */
export function projectsOf(folder: string, looks: Looks = FRESH): readonly string[] {
  const isAboveHome = (at: string) => isInside(realOf(homedir(), looks), at)
  const found: string[] = []
  for (let at = folder, above = ''; at !== above; above = at, at = dirname(at))
    if (isThere(join(at, '.git'), looks) && (at === folder || !isAboveHome(at))) found.push(at)
  return found.length === 0 ? [folder] : found
}

/** Lists the projects of the folder that a program runs in, and of the one of the caller. */
export function projectsAround({ cwd, from = cwd, looks }: Omit<Surroundings, 'path'>) {
  return [...new Set([cwd, from])].flatMap((folder) => projectsOf(realOf(folder, looks), looks))
}

/** Makes a test for places that the project decides about. */
export function projectTest(where: Surroundings) {
  const { projects = projectsAround(where) } = where
  return (place: string) =>
    projects.some((project) => isInside(place, project)) ||
    `${place}/`.includes('/node_modules/.bin/')
}

function isProgram(stats: Stats | undefined): boolean {
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0
}

/** What cannot be seen may be anything. */
function isForOthers(stats: Stats | undefined): boolean {
  return stats === undefined || (stats.mode & 0o002) !== 0
}

/** Tests whether something has that name, be it a link that leads nowhere. */
export function isThere(path: string, looks: Looks = FRESH): boolean {
  return looks.facts(path) !== undefined
}

/** Folders of a repository that reads do not use, or that hold nothing but objects. */
const UNREAD = /^(?:hooks|lfs|annex|modules|[\da-f]{2})$/

/** Lists the links in a repository: git prints lines of packed-refs, shallow, rebase-merge and others that it cannot read. */
export function linksIn(repository: string): readonly string[] {
  if (FRESH.facts(repository)?.isDirectory() !== true) return []
  return readdirSync(repository, { withFileTypes: true }).flatMap((entry) => {
    const place = join(repository, entry.name)
    if (entry.isSymbolicLink()) return entry.name === 'hooks' ? [] : [place]
    return entry.isDirectory() && !UNREAD.test(entry.name) ? linksIn(place) : []
  })
}

/** Follows all links; of what is not there, those of the folders around it. */
export function realOf(place: string, looks: Looks = FRESH): string {
  try {
    // Most words of a call name no file, and an error takes Node longer than a look.
    if (isThere(place, looks)) return looks.real(place)
  } catch {
    // A link that leads nowhere.
  }
  const above = dirname(place)
  return above === place ? place : join(realOf(above, looks), basename(place))
}

export function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** Finds a word that is, or has in it, a place outside of a folder. */
export function leavingAmong(
  words: readonly string[],
  { cwd, from = cwd, looks }: Omit<Surroundings, 'path'>,
): string | undefined {
  const around = realOf(cwd, looks)
  const own = from === cwd ? around : realOf(from, looks)
  const isOutside = (given: string) => {
    const value = given.replace(/^(?:fileb?:\/\/|@)/, '')
    // What has no folder in it is either not there, or may be a link.
    if (/^[^/~][^/]*$/.test(value) && !isThere(`${cwd}/${value}`, looks))
      return !isInside(around, own)
    if (value === cwd) return !isInside(around, own) && !isOwnResult(around, from, looks)
    const isPlace = /^[/~]/.test(value) || value.split('/').includes('..')
    const place = value.startsWith('~') ? join(homedir(), value.slice(1)) : resolve(cwd, value)
    // As it was given: `link/..` is the folder above the one that the link leads to.
    const real = realOf(/^[/~]/.test(value) ? place : `${cwd}/${value}`, looks)
    return (
      (isPlace || real !== resolve(place)) &&
      !isInside(real, own) &&
      !isOwnResult(real, from, looks)
    )
  }
  return [...new Set(words)].find((word) => {
    const [value, short] = [word.slice(word.indexOf('=') + 1), word.replace(/^-[A-Za-z0-9]/, '')]
    return (
      isOutside(word) ||
      (value !== word && isOutside(value)) ||
      (short !== word && isOutside(short))
    )
  })
}

/**
 * Tests for a file in which Claude Code keeps a long output of a session in this folder, or in one around it; its model
 * searches there.
 */
function isOwnResult(real: string, from: string, looks?: Looks): boolean {
  const projects = join(
    realOf(process.env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'), looks),
    'projects',
  )
  if (!isInside(real, projects)) return false
  const [project, session, folder, ...names] = real.slice(projects.length + 1).split(sep)
  if (folder !== 'tool-results' || names.length !== 1 || !/^[\w-]{36}$/.test(session!)) return false
  for (let at = from, above = ''; at !== above; above = at, at = dirname(at))
    if (at.replaceAll(/[^A-Za-z0-9]/g, '-') === project) return true
  return false
}

export function isFolder(place: string): boolean {
  return FRESH.target(place)?.isDirectory() === true
}
