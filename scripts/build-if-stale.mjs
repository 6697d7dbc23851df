import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, modifiedAt, root, stamp } from './build.mjs'

const inputs = [
  'src',
  'examples',
  'package.json',
  'tsconfig.json',
  'tsdown.config.ts',
  'tsdown.examples.config.ts',
]

/** Builds `dist` when a source is newer than it, so that a fresh clone needs no build step. */
export function buildIfStale() {
  return !isStale() || build(isStale)
}

function isStale() {
  const builtAt = modifiedAt(stamp)
  return builtAt === 0 || inputs.some((input) => newestIn(join(root, input)) > builtAt)
}

function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return isNoInput(path) ? 0 : stat.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}

/** Tests, papers and recorded data are not part of a build. */
function isNoInput(path) {
  return /\.test(-d)?\.ts$|\.md$|transcript\.json$/.test(path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = buildIfStale() ? 0 : 1
