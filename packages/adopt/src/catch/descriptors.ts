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
  const target = (file: unknown) => (file === 1 || isOutPath(file) ? sink : file)
  for (const name of [...WRITERS, ...FILES])
    wrap(
      fs,
      name,
      (before) =>
        function caught(file: unknown, ...rest: unknown[]) {
          if (file === 2) hear(rest[0])
          return before.call(this, target(file), ...rest)
        },
    )
  for (const name of ['open', 'openSync'])
    wrap(
      fs,
      name,
      (before) =>
        function caught(path: unknown, flags: unknown, ...rest: unknown[]) {
          if (!isOutPath(path)) return before.call(this, path, flags, ...rest)
          return before.call(
            this,
            `/proc/self/fd/${sink}`,
            ...(typeof flags === 'function' ? ['a', flags] : ['a', ...rest]),
          )
        },
    )
  for (const name of ['writeFile', 'appendFile', 'open'])
    wrap(
      fs.promises,
      name,
      (before) =>
        function caught(path: unknown, ...rest: unknown[]) {
          if (!isOutPath(path)) return before.call(this, path, ...rest)
          return before.call(
            this,
            `/proc/self/fd/${sink}`,
            ...(name === 'open' ? ['a'] : [rest[0], { flag: 'a' }]),
          )
        },
    )
  keepOpen()
  catchChildren(sink)
  syncBuiltinESMExports()
}

/** Keeps the streams of the process open, and tells nobody that they are a terminal. */
function keepOpen(): void {
  wrap(
    fs,
    'closeSync',
    (before) =>
      function caught(fd: unknown) {
        return fd === 1 || fd === 2 ? undefined : before.call(this, fd)
      },
  )
  wrap(
    fs,
    'close',
    (before) =>
      function caught(fd: unknown, done: unknown) {
        if (fd !== 1 && fd !== 2) return before.call(this, fd, done)
        if (typeof done === 'function') process.nextTick(done, null)
        return undefined
      },
  )
  wrap(
    tty,
    'isatty',
    (before) =>
      function caught(fd: unknown) {
        return Number(fd) > 2 && before.call(this, fd)
      },
  )
}

/** Gives children that inherit stdout the sink. */
function catchChildren(sink: number): void {
  const isOut = (value: unknown) =>
    value === 1 || value === process.stdout || (value as { fd?: unknown } | null)?.fd === 1
  const mapped = (stdio: unknown): unknown => {
    if (stdio === 'inherit') return ['inherit', sink, 'inherit']
    if (!Array.isArray(stdio)) return stdio
    return stdio.map((each: unknown, at) =>
      isOut(each) || (at === 1 && each === 'inherit') ? sink : each,
    )
  }
  wrap(
    childProcess.ChildProcess.prototype,
    'spawn',
    (before) =>
      function caught(options: object) {
        const { stdio } = options as { stdio?: unknown }
        return before.call(this, {
          ...options,
          ...(stdio !== undefined && { stdio: mapped(stdio) }),
        })
      },
  )
  for (const name of ['spawnSync', 'execSync', 'execFileSync'])
    wrap(
      childProcess,
      name,
      (before) =>
        function caught(...given: unknown[]) {
          const isOptions = (value: unknown) =>
            typeof value === 'object' && value !== null && !Array.isArray(value)
          return before.apply(
            this,
            given.map((value) =>
              isOptions(value) && 'stdio' in (value as object)
                ? { ...(value as object), stdio: mapped((value as { stdio: unknown }).stdio) }
                : value,
            ),
          )
        },
    )
}

/** Has names that were imported see what is put back. */
export const syncNames: () => void = syncBuiltinESMExports
