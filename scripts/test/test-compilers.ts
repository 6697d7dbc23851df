// Type-checks the packed declarations with the compilers before ours.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildPackagesIfStale } from '../build/build.mjs'
import { installPackage } from './install-package.ts'
import { writeTypeConsumer } from './type-consumer.ts'

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['5.9', '6.0']

const folder = mkdtempSync(join(tmpdir(), 'compilers-'))
try {
  if (!buildPackagesIfStale()) throw new Error('the build failed')
  await installPackage()
  const projects = writeTypeConsumer()
  for (const version of versions) {
    const prefix = join(folder, version)
    run('npm', ['install', '--prefix', prefix, '--no-save', `typescript@${version}`])
    const compiler = join(prefix, 'node_modules', 'typescript', 'bin', 'tsc')
    process.stdout.write(`▶ TypeScript ${version}\n`)
    for (const project of projects) run(process.execPath, [compiler, '-p', project])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(program: string, words: readonly string[]): void {
  if (spawnSync(program, words, { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
