import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './targets.mjs'

const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))

/**
 * The names of our packages, and the sources that they stand for, as in tsconfig.json: unit tests, pages and
 * builds read sources, and need no build of another package.
 */
export const sourceNames = Object.entries(compilerOptions.paths).map(([name, [file]]) => ({
  find: new RegExp(`^${name.replace('*', '(.+)')}$`),
  replacement: join(root, file).replace('*', '$1'),
}))
