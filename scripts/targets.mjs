import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Where builds are made and remembered; not committed. */
export const staging = join(root, 'build')
/** The `surety` command as built. */
export const main = join(root, 'dist', 'cli', 'main.js')

const common = ['package.json', 'tsconfig.json']

/** What a build makes, from what, and the file whose time says when. */
export const targets = {
  package: {
    config: 'tsdown.config.ts',
    folder: join(root, 'dist'),
    inputs: [...common, 'tsdown.config.ts', 'scripts/compile-ahead.mjs', 'src'],
    stamp: join(staging, 'package.stamp'),
  },
  examples: {
    config: 'tsdown.examples.config.ts',
    folder: join(staging, 'examples'),
    inputs: [...common, 'tsdown.examples.config.ts', 'examples'],
    stamp: join(staging, 'examples.stamp'),
  },
}

/** Tells whether a source is newer than what was built from it. */
export function isStale({ folder, inputs, stamp }) {
  if (!existsSync(folder)) return true
  const builtAt = modifiedAt(stamp)
  return inputs.some((input) => newestIn(join(root, input)) > builtAt)
}

/** Tells when a file was last modified, in milliseconds; 0 when there is none. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
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
