import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

import { root } from '../build/targets.mjs'

/** The versions of Node to test with, besides the one that runs the tests. */
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24', '26']

/** The tests whose programs run with the other Node. The runner itself stays with this one. */
const TESTS = [
  'tests/e2e/runtime/stress.test.ts',
  'tests/e2e/runtime/faulty-handlers.test.ts',
  'tests/e2e/runtime/endless-loops.test.ts',
  'tests/e2e/runtime/descriptor-noise.test.ts',
  'examples/adapters/transcript.test.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'nodes-'))
let hasFailed = false
try {
  const adapters = withNewestFrameworks()
  for (const version of versions) {
    const binary = install(version)
    const { stdout } = run(binary, ['--version'], { stdio: 'pipe', encoding: 'utf8' })
    process.stdout.write(`\n▶ Node ${stdout.trim()}\n`)
    const { status } = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...TESTS], {
      env: { ...process.env, SURETY_TEST_NODE: binary, SURETY_TEST_ADAPTERS: adapters },
    })
    if (status !== 0) hasFailed = true
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = hasFailed ? 1 : 0

/** Installs a version of Node, which npm has as a package for each platform, and returns its binary. */
function install(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const prefix = join(folder, version)
  npm(['install', '--prefix', prefix, '--no-save', `${name}@${version}`])
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(prefix, 'node_modules', name, 'bin', file)
}

/**
 * Copies the adopted programs to where they find the newest frameworks, which need a newer Node than surety
 * does, and returns that folder. It lies inside the project, so everything else is found as usual.
 */
function withNewestFrameworks() {
  const source = join(root, 'examples', 'adapters')
  const target = join(root, 'build', 'newest-frameworks')
  const adapters = join(target, 'adapters')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(join(source, 'newest'), target, { recursive: true })
  cpSync(source, adapters, { recursive: true, filter: (path) => !path.endsWith('.ts') })
  npm(['ci', '--prefix', target])
  const modules = join(target, 'node_modules')
  mkdirSync(join(modules, '@surety'), { recursive: true })
  symlinkSync(join(root, 'packages', 'adopt'), join(modules, '@surety', 'adopt'), 'junction')
  const { dependencies } = readJson(join(target, 'package.json'))
  const installed = Object.keys(dependencies).map(
    (name) => `${name} ${readJson(join(modules, name, 'package.json')).version}`,
  )
  process.stdout.write(`▶ ${installed.join(', ')}\n`)
  return join(adapters, sep)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function npm(args) {
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const { status } = run('npm', [...args, ...flags], { shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`)
}

function run(file, args, options) {
  return spawnSync(file, args, { cwd: root, stdio: 'inherit', ...options })
}
