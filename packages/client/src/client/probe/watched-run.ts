import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'
import { runProbe, type ProbeEnd, type ProbeStdin } from './run-probe.ts'
import { readTrace, TRACED, type Deeds } from './trace-lines.ts'

export interface WatchedRun extends Deeds {
  readonly end: ProbeEnd
  /** What it wrote into the folders for caches and state, which is no change of what anybody has. */
  readonly keeps: readonly string[]
  /** `strace` sees all of it; a snapshot only which files of the copy and of the home are other ones afterwards. */
  readonly watchedBy: 'strace' | 'snapshot'
}

export interface WatchOptions {
  /** The folder that a copy is made of. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly stdin?: ProbeStdin
  /** Watches by a snapshot although strace is there. */
  readonly snapshot?: boolean
}

/** A larger folder is not copied; the call then runs in an empty one. */
const MAX_FILES = 5000
const MAX_BYTES = 64 * 1024 * 1024

/** Runs a call in a copy of a folder, with an empty home, and says what it did beside reading. */
export async function runWatched(
  argv: readonly string[],
  { folder, env, timeoutMs, signal, stdin = { kind: 'closed' }, snapshot = false }: WatchOptions,
): Promise<WatchedRun> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'surety-watch-')))
  const [copy, home, temporary] = ['copy', 'home', 'tmp'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ]
  try {
    for (const each of [copy, home, temporary]) mkdirSync(each)
    if (isSmall(folder))
      cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: canBeCopied })
    const before = new Map([...filesIn(copy), ...filesIn(home)])
    const trace = join(place, 'trace')
    const hasStrace = !snapshot && (await canTrace(env))
    const strace = [
      'strace',
      '-f',
      '-qq',
      '-y',
      '-s',
      '512',
      '-e',
      `trace=${TRACED}`,
      '-o',
      trace,
      '--',
    ]
    const end = await runProbe({
      argv: hasStrace ? [...strace, ...argv] : argv,
      cwd: copy,
      env: quietEnvironment({ ...env, ...foldersOf(home, env), TMPDIR: temporary }),
      stdin,
      timeoutMs,
      maxBytes: 1024 * 1024,
      ...(signal && { signal }),
    })
    const shown = (path: string) => path.replace(copy, '.').replace(home, '~')
    const told = (paths: readonly string[]) => {
      const all = paths.map(shown)
      const keeps = all.filter((path) => KEPT.test(path))
      return { writes: all.filter((path) => !keeps.includes(path)), keeps }
    }
    if (hasStrace && existsSync(trace)) {
      const isPrivate = (path: string) =>
        path.startsWith(temporary) || (!isAbsolute(path) && path === '')
      const deeds = readTrace(readFileSync(trace, 'latin1'), isPrivate)
      return { ...deeds, ...told(deeds.writes), end, watchedBy: 'strace' }
    }
    const after = new Map([...filesIn(copy), ...filesIn(home)])
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    )
    return { ...told(changed), connects: [], starts: [], end, watchedBy: 'snapshot' }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What is written here may be deleted at any time, or only tells the next run of the last one. */
const KEPT = /^~\/(?:\.cache|Library\/Caches|\.local(?:$|\/state))(?:\/(?!\.\.(?:\/|$))[^/]+)*$/

/** Moves the home, and with it what a tool lets its user name as its own folder for caches or state. */
function foldersOf(home: string, env: WatchOptions['env']): Readonly<Record<string, string>> {
  const own = Object.keys(env).filter((name) =>
    /^(?!XDG_)\w+_(?:CACHE|STATE)_(?:DIR|HOME)$/.test(name),
  )
  return {
    ...Object.fromEntries(own.map((name) => [name, join(home, '.local', 'state', name)])),
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
  }
}

/** Tests whether processes may be traced here, which some machines forbid. */
async function canTrace(env: WatchOptions['env']): Promise<boolean> {
  const end = await runProbe({
    argv: ['strace', '-qq', '-e', 'trace=none', 'true'],
    env: quietEnvironment({ ...env }),
    stdin: { kind: 'closed' },
    timeoutMs: 10_000,
    maxBytes: 65_536,
  })
  return end.startError === null && end.exitCode === 0
}

/** Sockets, pipes and devices cannot be copied, and what may not be read is left out. */
function canBeCopied(path: string): boolean {
  const stats = lstatSync(path)
  if (!stats.isFile() && !stats.isDirectory()) return stats.isSymbolicLink()
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function isSmall(folder: string): boolean {
  let count = 0
  let bytes = 0
  const look = (at: string): boolean =>
    !canBeCopied(at) ||
    readdirSync(at, { withFileTypes: true }).every((entry) => {
      count += 1
      const path = join(at, entry.name)
      if (entry.isFile()) bytes += lstatSync(path).size
      if (count > MAX_FILES || bytes > MAX_BYTES) return false
      return !entry.isDirectory() || look(path)
    })
  return look(folder)
}

/** Lists what is in a folder, each with a mark of what it holds. */
function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return [[path, 'folder'] as const, ...filesIn(path)]
    const { mode } = lstatSync(path)
    const content = entry.isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : ''
    return [[path, `${mode} ${content}`] as const]
  })
}
