import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const shared = ['package.json', 'tsconfig.json', 'scripts/build']

/** What is built: its folder, its sources, and the file whose time is that of the build. */
export const targets = {
  package: {
    config: 'tsdown.config.ts',
    folder: join(root, 'dist'),
    inputs: [...shared, 'tsdown.config.ts', 'descriptions', 'schemas', 'pages', 'src'],
    stamp: join(root, 'build', 'package.stamp'),
  },
  examples: {
    config: 'tsdown.examples.config.ts',
    folder: join(root, 'build', 'examples'),
    inputs: [...shared, 'tsdown.examples.config.ts', 'examples'],
    stamp: join(root, 'build', 'examples.stamp'),
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
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return /\.test(-d)?\.ts$|\.md$|transcript\.json$/.test(path) ? 0 : modifiedAt(path)
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
