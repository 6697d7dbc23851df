import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

const list = join(root, 'tests', 'harness', 'package.json')
/** Where the clients are, outside of what `npm ci` installs and removes; `build` is in no commit. */
const folder = join(root, 'build', 'clients')
/** pi needs a newer Node than we do. */
const NODE = `node-${process.platform}-${process.arch}`
const installed = join(folder, 'package.json')

/** Runs the real clients with the hook, without a network; they are installed unless they are there. */
process.exitCode = isReady() || install() ? drive() : 1

function isReady() {
  // The list is copied after all is there.
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(list))
}

function install() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(list, 'utf8'))
  const packages = Object.entries({ ...dependencies, [NODE]: '22' }).map(
    ([name, version]) => `${name}@${version}`,
  )
  const flags = [
    '--prefix',
    '.',
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
  ]
  if (run('npm', ['install', ...flags, ...packages], folder) !== 0) return false
  copyFileSync(list, installed)
  return true
}

function drive() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  return run(process.execPath, [vitest, 'run', '--mode', 'harness', 'tests/harness'], root)
}

function run(program, words, cwd) {
  return spawnSync(program, words, { cwd, stdio: 'inherit' }).status ?? 1
}
