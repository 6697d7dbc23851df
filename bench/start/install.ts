import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { NOTE } from './workloads.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bench = join(root, 'bench')
/** Nothing that a start loads, and large. */
const UNUSED = /\/node_modules\/(?:\.bin|surety|gpt-tokenizer|jq-wasm)(?:\/|$)/

/**
 * Lays the programs out as a user has them: packages are folders in `node_modules`, and surety is
 * what its tarball holds. A link to the working tree would take longer to follow.
 */
export function install(surety = join(root, 'packages', 'surety')): string {
  const folder = mkdtempSync(join(tmpdir(), 'surety-start-'))
  cpSync(join(bench, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (path) => !UNUSED.test(path),
  })
  cpSync(join(bench, 'start/programs'), folder, { recursive: true })
  cpSync(join(bench, 'package.json'), join(folder, 'package.json'))
  writeFileSync(join(folder, NOTE.file), NOTE.text)
  const target = join(folder, 'node_modules/surety')
  unpack(surety, target)
  copyDependencies(target, folder)
  return folder
}

/** Copies what a package depends on, and so on, from the packages that the project is built with. */
function copyDependencies(from: string, folder: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    const target = join(folder, 'node_modules', name)
    if (existsSync(target)) continue
    cpSync(join(root, 'node_modules', name), target, { recursive: true })
    copyDependencies(target, folder)
  }
}

function unpack(source: string, target: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'surety-packed-'))
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', packed]
  const [tarball] = JSON.parse(
    execFileSync('npm', args, {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }]
  mkdirSync(target)
  execFileSync('tar', [
    '-xzf',
    join(packed, tarball.filename),
    '-C',
    target,
    '--strip-components=1',
  ])
  rmSync(packed, { recursive: true })
}
