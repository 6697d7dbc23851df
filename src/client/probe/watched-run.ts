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

import { quietEnvironment } from '../../internal/process/quiet-environment.ts'
import { runProbe } from './run-probe.ts'
import { readTrace, TRACED, type Deeds } from './trace-lines.ts'

export interface WatchedRun extends Deeds {
  readonly exitCode: number | null
  /** `strace` sees all of it; a snapshot only which files of the copy and of the home are other ones afterwards. */
  readonly watchedBy: 'strace' | 'snapshot'
}

export interface WatchOptions {
  /** The folder that a copy is made of. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Watches by a snapshot although strace is there. */
  readonly snapshot?: boolean
}

/** A larger folder is not copied; the call then runs in an empty one. */
const MAX_FILES = 5000

/** Runs a call in a copy of a folder, with an empty home, and says what it did beside reading. */
export async function runWatched(
  argv: readonly string[],
  { folder, env, timeoutMs, signal, snapshot = false }: WatchOptions,
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
    const strace = ['strace', '-f', '-qq', '-s', '512', '-e', `trace=${TRACED}`, '-o', trace, '--']
    const end = await runProbe({
      argv: hasStrace ? [...strace, ...argv] : argv,
      cwd: copy,
      env: quietEnvironment({ ...env, HOME: home, TMPDIR: temporary, XDG_STATE_HOME: home }),
      stdin: { kind: 'closed' },
      timeoutMs,
      maxBytes: 1024 * 1024,
      ...(signal && { signal }),
    })
    const shown = (path: string) => path.replace(copy, '.').replace(home, '~')
    if (hasStrace && existsSync(trace)) {
      const isPrivate = (path: string) =>
        path.startsWith(temporary) || (!isAbsolute(path) && path === '')
      const deeds = readTrace(readFileSync(trace, 'latin1'), isPrivate)
      return {
        ...deeds,
        writes: deeds.writes.map(shown),
        exitCode: end.exitCode,
        watchedBy: 'strace',
      }
    }
    const after = new Map([...filesIn(copy), ...filesIn(home)])
    const writes = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    )
    return {
      writes: writes.map(shown),
      connects: [],
      starts: [],
      exitCode: end.exitCode,
      watchedBy: 'snapshot',
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
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
  const look = (at: string): boolean =>
    !canBeCopied(at) ||
    readdirSync(at, { withFileTypes: true }).every((entry) => {
      count += 1
      return count <= MAX_FILES && (!entry.isDirectory() || look(join(at, entry.name)))
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
