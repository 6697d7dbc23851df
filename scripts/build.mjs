import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, rmdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const stamp = join(root, 'dist', 'cli', 'main.js')

const dist = join(root, 'dist')
const staging = join(root, 'build')
const builtExamples = join(staging, 'examples')
const lock = join(staging, 'lock')
const abandonedAfterMs = 120_000

/**
 * Builds `dist` and the examples, unless `isNeeded` says otherwise once the lock is held. The result replaces the
 * old one by rename, so that a program running from `dist` never meets half a build and a failed
 * build leaves the old one in place.
 */
export function build(isNeeded = () => true) {
  mkdirSync(staging, { recursive: true })
  acquireLock()
  try {
    return !isNeeded() || buildAndSwap()
  } finally {
    rmdirSync(lock)
  }
}

/** Tells when a file was last modified, in milliseconds; 0 when there is none. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function buildAndSwap() {
  const startedAt = new Date()
  const succeeded =
    bundle('tsdown.config.ts', dist) && bundle('tsdown.examples.config.ts', builtExamples)
  // A source saved while the build ran is newer than the stamp, hence built next time.
  if (succeeded) utimesSync(stamp, startedAt, startedAt)
  return succeeded
}

function bundle(config, target) {
  const fresh = join(staging, `fresh-${process.pid}`)
  const old = join(staging, `old-${process.pid}`)
  const options = JSON.stringify({ config, outDir: fresh, logLevel: 'warn' })
  // The library instead of the command, which greets Node 20 with a warning on every build.
  const source = `import { build } from 'tsdown'\nawait build(${options})`
  // Build chatter goes to stderr: stdout belongs to the command that runs next.
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) {
    if (modifiedAt(target) > 0) renameSync(target, old)
    if (modifiedAt(fresh) > 0) renameSync(fresh, target)
  }
  rmSync(old, { recursive: true, force: true })
  rmSync(fresh, { recursive: true, force: true })
  return status === 0
}

function acquireLock() {
  for (;;) {
    try {
      mkdirSync(lock)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (Date.now() - modifiedAt(lock) > abandonedAfterMs)
        rmSync(lock, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build() ? 0 : 1
