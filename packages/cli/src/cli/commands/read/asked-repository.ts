import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { knownCallOf } from '@surety/client/unstable/programs'
import { NAMES_PLACE, RUNS, SENDS, SETTINGS } from './git-settings.ts'
import { isInside, linksIn, realOf, type ReadLimits, type Refusal } from './program-file.ts'
import { FRESH } from './looks.ts'
import { readVariables } from './read-variables.ts'

/** A call of git: its file, the options before the command, the command, and the words after it. */
export interface GitCall {
  readonly file: string
  readonly globals: readonly string[]
  readonly command: string
  readonly rest: readonly string[]
  readonly cwd: string
  readonly known: NonNullable<Awaited<ReturnType<typeof knownCallOf>>>
}

type Ask = (words: readonly string[]) => { readonly status: number | null; readonly stdout: string }

/** Judges a call by what git itself says of the repository that it would use; nothing of it runs by that. */
export function judgeAsked(
  call: GitCall,
  limits: ReadLimits,
  hasModules: boolean | undefined,
): Refusal | undefined {
  const ask = asker(call, limits)
  const settings = settingsOf(ask, SETTINGS)
  if (settings === undefined)
    return unknown('The configuration of this repository could not be asked.')
  const setting = settings.find(({ key, isOwn }) => isOwn && isRunning(key, call))?.key
  if (setting !== undefined)
    return unknown(
      `The configuration of this repository runs a program: ${setting}. Ask a person whether to allow it.`,
    )
  const place = limits.mayLeave ? undefined : placeElsewhere(call, ask, settings, limits)
  if (place !== undefined)
    return {
      code: 'READ_OUTSIDE',
      message: `The repository leads outside of the folder: ${place}; surety read --outside reads there.`,
    }
  if (hasModules ?? hasSubmodules(ask))
    return unknown(
      'The configuration of a submodule may run programs; with --ignore-submodules=dirty git status and git diff look into none.',
    )
  return limits.mayReveal === true ? undefined : whyShown(call, ask)
}

function unknown(message: string): Refusal {
  return { code: 'NOT_A_KNOWN_READ', message }
}

function isRunning(key: string, { known }: GitCall): boolean {
  return RUNS.test(key) || (known.network && SENDS.test(key))
}

interface Setting {
  readonly key: string
  readonly value: string
  /** Whether it stands in the repository, not in the files of the person or the system. */
  readonly isOwn: boolean
}

/** Asks git for settings, as it would find them; undefined if it does not answer. */
function settingsOf(ask: Ask, pattern: string): readonly Setting[] | undefined {
  const { status, stdout } = ask(['config', '--show-scope', '-z', '--get-regexp', pattern])
  // It ends with 1 if there is none.
  if (status !== 0 && status !== 1) return undefined
  const parts = stdout.split('\0')
  return parts.flatMap((scope, at) => {
    if (at % 2 === 1 || parts[at + 1] === undefined) return []
    const [key = '', ...value] = parts[at + 1]!.split('\n')
    return [{ key, value: value.join('\n'), isOwn: !/^(?:global|system|command)$/.test(scope) }]
  })
}

function hasSubmodules(ask: Ask): boolean {
  const { status, stdout } = ask(['ls-files', '--stage', ':/'])
  return status === null || /^160000 /m.test(stdout)
}

/** Returns what of a repository is neither around the folder nor in it: settings, or the repository itself. */
function placeElsewhere(
  call: GitCall,
  ask: Ask,
  settings: readonly Setting[],
  { cwd, from = cwd }: ReadLimits,
): string | undefined {
  const questions = ['--absolute-git-dir', '--git-common-dir', '--show-cdup']
  const { status, stdout } = ask(['rev-parse', '--path-format=absolute', ...questions])
  // Without a repository nothing of one is read.
  if (status !== 0) return undefined
  const [own = '', common = ''] = stdout.split('\n').map((line) => realOf(line))
  const at = call.globals.reduce(
    (folder, word, index) => (call.globals[index - 1] === '-C' ? resolve(folder, word) : folder),
    cwd,
  )
  const holder = holderOf(own, realOf(at))
  const isNear = (place: string) =>
    isInside(place, realOf(from)) || (holder !== undefined && isInside(place, holder))
  if (holder === undefined && !isNear(own)) return own
  // The folder of a linked worktree says where the worktree is, and is a part of the other repository.
  const isWorktree = isInside(own, join(common, 'worktrees'))
  if (!isNear(common) && !isWorktree) return common
  const found = settings.find(({ key, value, isOwn }) => {
    if (!isOwn || !NAMES_PLACE.test(key)) return false
    const base = key === 'core.worktree' ? own : (holder ?? at)
    return value.startsWith('~') || !isNear(realOf(resolve(base, value)))
  })
  if (found !== undefined) return `${found.key}=${found.value}`
  return storesOf(common).find(
    (place) => !isNear(place) && !(isWorktree && isInside(place, common)),
  )
}

/** Finds the folder around a place whose `.git` is this repository, and which the repository knows, too. */
function holderOf(own: string, place: string): string | undefined {
  for (let at = place, above = ''; at !== above; above = at, at = dirname(at)) {
    if (own === at || own === join(at, '.git')) return at
    if (FRESH.facts(join(at, '.git'))?.isFile() !== true) continue
    const back = textOf(join(own, 'gitdir')).trim()
    const isWorktree = back !== '' && realOf(resolve(own, back)) === join(at, '.git')
    const [, named] = /^[^\S\n]*worktree[^\S\n]*=(.+)$/im.exec(textOf(join(own, 'config'))) ?? []
    const worktree = named?.trim().replace(/^"|"$/g, '')
    const isModule = worktree !== undefined && realOf(resolve(own, worktree)) === at
    if (isWorktree || isModule) return at
  }
  return undefined
}

/** Lists the stores of objects that a repository reads: its own, where links in it lead, and others that it names. */
function storesOf(common: string): readonly string[] {
  const objects = join(common, 'objects')
  const lines = textOf(join(objects, 'info/alternates')).split('\n')
  const others = lines.filter((line) => /^[^#]/.test(line)).map((line) => resolve(objects, line))
  return [objects, ...linksIn(common), ...others].map((place) => realOf(place))
}

function textOf(file: string): string {
  return FRESH.facts(file)?.isFile() === true ? readFileSync(file, 'latin1') : ''
}

/** Settings with secrets in them, wherever they stand. */
const CREDENTIALS =
  '(^|\\.)(extraheader|.*(token|passw|secret|apikey|smtppass|cookie).*)$|^credential\\.'
/** An address with a password, or with a token in its place. */
const ADDRESS = /:\/\/[^/@\s:]*:[^/@\s]+@|:\/\/[\w-]{20,}@/

/** Refuses a call that prints settings if it prints one with a secret. */
function whyShown(call: GitCall, ask: Ask): Refusal | undefined {
  const isAddress = /^(?:remote|ls-remote)$/.test(call.command)
  if (!/^(?:config|var)$/.test(call.command) && !isAddress) return undefined
  const all = settingsOf(ask, isAddress ? '^remote\\..*url$' : '.') ?? []
  const secrets = all.filter(
    ({ key, value }) => new RegExp(CREDENTIALS, 'i').test(key) || ADDRESS.test(value),
  )
  const isNamed = (key: string) =>
    call.rest.some((word) => word.toLowerCase() === key.toLowerCase())
  // One setting that is named alone is judged alone.
  const others = all.filter(({ key }) => isNamed(key))
  const isAlone =
    others.length > 0 &&
    !call.rest.some((word) =>
      /^(?:-l|--list|list|--get-regexp|--get-urlmatch|--regexp)$/.test(word),
    )
  const shown = secrets.find(({ key }) => !isAlone || isNamed(key))
  return shown === undefined
    ? undefined
    : {
        code: 'SHOWS_SECRETS',
        message: `It shows a secret: ${shown.key}. A person sees it with surety read --reveal, at a terminal.`,
      }
}

function asker({ file, globals, cwd, known }: GitCall, limits: ReadLimits): Ask {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  // As the call itself would find it, but without any transport.
  const { env } = readVariables({ ...known, network: false }, [dirname(file)], limits)
  return (words) =>
    spawnSync(file, [...globals, ...words], {
      cwd,
      encoding: 'utf8',
      timeout: 5000,
      maxBuffer: 67_108_864,
      env: { ...process.env, ...env },
    })
}
