import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** The folder of builds in progress and of their stamps; not committed. */
export const staging = join(root, 'build')
/** The `surety` command as built. */
export const main = join(root, 'dist', 'cli', 'main.js')

const common = ['package.json', 'tsconfig.json']

/** The build targets: their output, their sources, and the stamp file with the time of the build. */
export const targets = {
  package: {
    config: 'tsdown.config.ts',
    folder: join(root, 'dist'),
    inputs: [
      ...common,
      'tsdown.config.ts',
      'scripts/build/compile-ahead.mjs',
      'scripts/build/inline-entry.mjs',
      'scripts/build/build-page.mjs',
      'scripts/build/write-descriptions.mjs',
      'descriptions',
      'pages',
      'src',
    ],
    stamp: join(staging, 'package.stamp'),
  },
  examples: {
    config: 'tsdown.examples.config.ts',
    folder: join(staging, 'examples'),
    inputs: [...common, 'tsdown.examples.config.ts', 'examples'],
    stamp: join(staging, 'examples.stamp'),
  },
}

/** Tests whether a source is newer than the build. */
export function isStale({ folder, inputs, stamp }) {
  if (!existsSync(folder)) return true
  const builtAt = modifiedAt(stamp)
  return inputs.some((input) => newestIn(join(root, input)) > builtAt)
}

/** Gives the modification time of a file in milliseconds; 0 if there is none. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return isNoInput(path) ? 0 : stat.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}

/** Tests, Markdown and recorded data are not part of a build. */
function isNoInput(path) {
  return /\.test(-d)?\.ts$|\.md$|transcript\.json$/.test(path)
}
