import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { compileAhead } from './compile-ahead.mjs'
import { inlineEntry } from './inline-entry.mjs'
import { isStale, modifiedAt, root, staging, targets } from './targets.mjs'
import { writeDescriptions } from './write-descriptions.mjs'
import { writeLicenses } from './third-party-licenses.mjs'

const lock = join(staging, 'lock')
const abandonedAfterMs = 120_000

/**
 * Builds a target and tells whether that went well. The result replaces the old one by rename, so
 * that a program running from it never meets half a build and a failed build leaves the old one.
 */
export function build(target) {
  return withLock(() => bundleAndSwap(target))
}

/** Builds a target when a source is newer than it, so that a fresh clone needs no build step. */
export function buildIfStale(target) {
  return !isStale(target) || withLock(() => !isStale(target) || bundleAndSwap(target))
}

function bundleAndSwap({ config, folder, stamp }) {
  const startedAt = new Date()
  const fresh = join(staging, `fresh-${process.pid}`)
  const old = join(staging, `old-${process.pid}`)
  const succeeded =
    bundle({ config, outDir: fresh, logLevel: 'warn' }) &&
    (folder !== targets.package.folder || finishPackage(fresh))
  if (succeeded) {
    if (folder === targets.package.folder) {
      writeLicenses(fresh)
      writeDescriptions(join(fresh, 'descriptions'))
    }
    if (modifiedAt(folder) > 0) renameSync(folder, old)
    renameSync(fresh, folder)
    writeFileSync(stamp, '')
    // A source saved while the build ran is newer than the stamp, hence built next time.
    utimesSync(stamp, startedAt, startedAt)
  }
  rmSync(old, { recursive: true, force: true })
  rmSync(fresh, { recursive: true, force: true })
  return succeeded
}

function finishPackage(fresh) {
  inlineEntry(fresh)
  return compileAhead(fresh) && buildPage(fresh)
}

function bundle(options) {
  // The library instead of the command, which greets Node 20 with a warning on every build.
  const source = `import { build } from 'tsdown'\nawait build(${JSON.stringify(options)})`
  // Build chatter goes to stderr: stdout belongs to the command that runs next.
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  return status === 0
}

/** Puts the page of `surety check --report html` beside the modules that fill it. */
function buildPage(outDir) {
  const script = fileURLToPath(new URL('build-page.mjs', import.meta.url))
  const argv = [script, 'report', join(outDir, 'report.html')]
  const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: ['ignore', 2, 2] })
  return status === 0
}

function withLock(act) {
  mkdirSync(staging, { recursive: true })
  acquireLock()
  try {
    return act()
  } finally {
    rmdirSync(lock)
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const succeeded = build(targets.package) && build(targets.examples)
  process.exitCode = succeeded ? 0 : 1
}
