import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './targets.mjs'

/** The versions of Node to test with, besides the one that runs the tests. */
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24']

/** The tests whose programs run with the other Node. The runner itself stays with this one. */
const TESTS = [
  'tests/e2e/runtime/stress.test.ts',
  'tests/e2e/runtime/faulty-handlers.test.ts',
  'tests/e2e/runtime/endless-loops.test.ts',
  'tests/e2e/runtime/descriptor-noise.test.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'nodes-'))
let hasFailed = false
try {
  for (const version of versions) {
    const binary = install(version)
    const { stdout } = run(binary, ['--version'], { stdio: 'pipe', encoding: 'utf8' })
    process.stdout.write(`\n▶ Node ${stdout.trim()}\n`)
    const { status } = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...TESTS], {
      env: { ...process.env, SURETY_TEST_NODE: binary },
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
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const { status } = run('npm', ['install', '--prefix', prefix, ...flags, `${name}@${version}`], {
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}`)
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(prefix, 'node_modules', name, 'bin', file)
}

function run(file, args, options) {
  return spawnSync(file, args, { cwd: root, stdio: 'inherit', ...options })
}
