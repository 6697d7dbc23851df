import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { basename, join } from 'node:path'

import { parse } from 'yaml'

import { isStale, root, targets } from './targets.mjs'

/** The packages whose code is in the build instead of being installed with it. */
const mcp = ['@modelcontextprotocol/server', '@modelcontextprotocol/core']
const bundled = [...mcp, 'zod', 'preact', 'unbash', 'yaml']

/**
 * Builds a target and tells whether that went well. The result replaces the old one by rename, so that a
 * program running from it never meets half a build and a failed build leaves the old one.
 */
export function build(target) {
  const startedAt = new Date()
  const fresh = join(root, 'build', `fresh-${process.pid}`)
  const succeeded =
    bundle(target.config, fresh) && (target !== targets.package || finishPackage(fresh))
  if (succeeded) {
    fs.rmSync(target.folder, { recursive: true, force: true })
    fs.renameSync(fresh, target.folder)
    if (target === targets.package) linkPackage()
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

/** Has tests and examples, which are packages of their own, find this build by its name. */
function linkPackage() {
  fs.writeFileSync(join(root, 'build', 'package.json'), '{ "private": true, "type": "module" }\n')
  fs.rmSync(join(root, 'node_modules', 'surety'), { recursive: true, force: true })
  fs.symlinkSync(root, join(root, 'node_modules', 'surety'), 'junction')
}

function bundle(config, outDir) {
  // The library instead of the command, which greets Node 20 with a warning on every build.
  const options = JSON.stringify({ config, outDir, logLevel: 'warn' })
  const code = `import { build } from 'tsdown'\nawait build(${options})`
  return node(['--input-type=module', '--eval', code])
}

/** Adds the pages, ready descriptions as JSON, and the licences of bundled packages. */
function finishPackage(outDir) {
  fs.mkdirSync(join(outDir, 'descriptions'))
  for (const file of fs.readdirSync(join(root, 'descriptions'))) {
    const { calls, ...rest } = parse(fs.readFileSync(join(root, 'descriptions', file), 'utf8'))
    const { errors, ...known } = calls
    const name = basename(file, '.surety.yaml')
    const path = join(outDir, 'descriptions', name)
    fs.writeFileSync(`${path}.json`, JSON.stringify({ calls: known, inherits: rest.inherits }))
    const rules = join(outDir, 'descriptions', `_${name}.json`)
    if (errors) fs.writeFileSync(rules, JSON.stringify({ calls: { errors } }))
    if (rest.commands) fs.writeFileSync(`${path}.wrap.json`, JSON.stringify(rest))
  }
  const licences = bundled.map(licenseOf).join(`\n${'-'.repeat(80)}\n\n`)
  fs.writeFileSync(join(outDir, 'third-party-licenses.txt'), licences)
  return node([join(root, 'pages', 'build.mjs'), outDir])
}

function licenseOf(name) {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${fs.readFileSync(join(folder, file), 'utf8').trim()}\n`
}

/** Runs Node with its output on stderr: stdout belongs to the command that runs next. */
function node(argv) {
  return spawnSync(process.execPath, argv, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = build(targets.package) && build(targets.examples) ? 0 : 1
}
