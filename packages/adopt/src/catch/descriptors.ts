import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import tty from 'node:tty'

import { wrap } from './replace.ts'

/** Functions whose first argument is a descriptor, or a path that may name one. */
const WRITERS = ['write', 'writev', 'writeSync', 'writevSync', 'fsync', 'fsyncSync', 'fdatasync']
const FILES = ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync']
const OUT_PATH = /^\/(?:dev\/stdout|dev\/fd\/1|proc\/(?:self|thread-self)\/fd\/1)$/

/** Sends what is written to descriptor 1, under any of its names, to the sink; tells what is written to descriptor 2. */
export function catchDescriptors(sink: number, hear: (text: unknown) => void): void {
  const isOutPath = (path: unknown) =>
    (typeof path === 'string' || Buffer.isBuffer(path) || path instanceof URL) &&
    OUT_PATH.test(path instanceof URL ? path.pathname : path.toString())
  wrap(fs, [...WRITERS, ...FILES], (before, file: unknown, ...rest: unknown[]) => {
    if (file === 2) hear(rest[0])
    return before(file === 1 || isOutPath(file) ? sink : file, ...rest)
  })
  const reopened = `/proc/self/fd/${sink}`
  wrap(fs, ['open', 'openSync'], (before, path: unknown, flags: unknown, ...rest: unknown[]) => {
    if (!isOutPath(path)) return before(path, flags, ...rest)
    return before(reopened, 'a', ...(typeof flags === 'function' ? [flags] : rest))
  })
  wrap(fs.promises, 'open', (before, path: unknown, ...rest: unknown[]) =>
    isOutPath(path) ? before(reopened, 'a') : before(path, ...rest),
  )
  wrap(fs.promises, ['writeFile', 'appendFile'], (before, path: unknown, ...rest: unknown[]) =>
    isOutPath(path) ? before(reopened, rest[0], { flag: 'a' }) : before(path, ...rest),
  )
  keepOpen()
  catchChildren(sink)
  syncBuiltinESMExports()
}

/** Keeps the streams of the process open, and tells nobody that they are a terminal. */
function keepOpen(): void {
  wrap(fs, ['close', 'closeSync'], (before, fd: unknown, ...rest: unknown[]) => {
    if (fd !== 1 && fd !== 2) return before(fd, ...rest)
    const [done] = rest
    if (typeof done === 'function') process.nextTick(done, null)
    return undefined
  })
  wrap(tty, 'isatty', (before, fd: unknown) => Number(fd) > 2 && before(fd))
}

/** Gives children that inherit stdout the sink. */
function catchChildren(sink: number): void {
  const isOut = (value: unknown) =>
    value === 1 || value === process.stdout || (value as { fd?: unknown } | null)?.fd === 1
  const mapped = (given: unknown): unknown => {
    const { stdio } = (given ?? {}) as { readonly stdio?: unknown }
    if (Array.isArray(given) || (stdio !== 'inherit' && !Array.isArray(stdio))) return given
    const all: unknown[] = typeof stdio === 'string' ? Array(3).fill(stdio) : stdio
    const out = (each: unknown, at: number) => isOut(each) || (at === 1 && each === 'inherit')
    return { ...(given as object), stdio: all.map((each, at) => (out(each, at) ? sink : each)) }
  }
  const { spawnSync } = childProcess
  const caught = (before: (...given: unknown[]) => unknown, ...given: unknown[]) =>
    before(...given.map(mapped))
  wrap(childProcess.ChildProcess.prototype, 'spawn', caught)
  wrap(childProcess, ['spawnSync', 'execSync', 'execFileSync'], caught)
  // A program that replaces the process would take the answer with it: it runs below, and its end is that of the process.
  wrap(
    process,
    'execve',
    (_, file: string, [argv0, ...words]: string[] = [file], env = process.env) => {
      const { status, signal } = spawnSync(file, words, {
        argv0,
        env,
        stdio: ['inherit', sink, 'inherit'],
      })
      if (signal) process.kill(process.pid, signal)
      else (process as unknown as { reallyExit: (code: number) => void }).reallyExit(status ?? 1)
    },
  )
}

/** Has names that were imported see what is put back. */
export const syncNames: () => void = syncBuiltinESMExports
