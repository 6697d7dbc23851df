import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

import {
  addDescriptions,
  addDocs,
  addFixtures,
  addLicences,
  addReadyFiles,
  addSchemas,
} from './package-files.mjs'
import { isStale, packages, root, targets } from './targets.mjs'
import { writeUnstableNames } from './unstable-names.mjs'

/**
 * Builds a target and tells whether that went well. The result replaces the old one by rename, so that a
 * program running from it never meets half a build and a failed build leaves the old one.
 */
export function build(target) {
  if (target.name === 'surety') writeUnstableNames()
  const startedAt = new Date()
  const fresh = join(root, 'build', `fresh-${target.name}-${process.pid}`)
  const succeeded = bundle(target, fresh) && finish(target.name, fresh)
  if (succeeded) {
    fs.rmSync(target.folder, { recursive: true, force: true })
    fs.renameSync(fresh, target.folder)
    if (Object.hasOwn(packages, target.name)) linkPackage(target)
    fs.writeFileSync(target.stamp, '')
    // A source saved while the build ran is newer than the stamp, hence built next time.
    fs.utimesSync(target.stamp, startedAt, startedAt)
  }
  fs.rmSync(fresh, { recursive: true, force: true })
  return succeeded
}

/** Builds a target when a source is newer than it, so that a fresh clone needs no build step. */
export function buildIfStale(target) {
  return !isStale(target) || build(target)
}

/** Builds those packages of which a source is newer. */
export function buildPackagesIfStale() {
  return targets.packages.every(buildIfStale)
}

/** Has tests and examples, which are packages of their own, find this build by its name. */
function linkPackage({ name, cwd }) {
  fs.writeFileSync(join(root, 'build', 'package.json'), '{ "private": true, "type": "module" }\n')
  const link = join(root, 'node_modules', packages[name])
  fs.rmSync(link, { recursive: true, force: true })
  fs.mkdirSync(dirname(link), { recursive: true })
  fs.symlinkSync(cwd, link, 'junction')
}

function bundle({ cwd, config }, outDir) {
  // The library instead of the command, which greets Node 20 with a warning on every build.
  const options = JSON.stringify({ config, outDir, logLevel: 'warn' })
  const code = `import { build } from 'tsdown'\nawait build(${options})`
  return node(['--input-type=module', '--eval', code], cwd)
}

/** Adds what a package holds beside its code. */
function finish(name, outDir) {
  if (!Object.hasOwn(packages, name)) return true
  if (name === 'client' || name === 'cli') addDescriptions(outDir)
  if (name === 'cli') addReadyFiles(outDir)
  if (name === 'surety') addSchemas(outDir)
  if (name === 'check') addFixtures()
  addLicences(name, outDir)
  addDocs(name)
  const pages = { check: ['report'], cli: ['report', 'inspect'] }[name]
  return !pages || node([join(root, 'pages', 'build.mjs'), outDir, ...pages], root)
}

/** Runs Node with its output on stderr: stdout belongs to the command that runs next. */
function node(argv, cwd) {
  return spawnSync(process.execPath, argv, { cwd, stdio: ['ignore', 2, 2] }).status === 0
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = [...targets.packages, targets.examples].every(build) ? 0 : 1
}
