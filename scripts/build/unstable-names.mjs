import * as fs from 'node:fs'
import { join } from 'node:path'

import { root } from './targets.mjs'

/** The rooms of `surety` that other packages load at run time. */
const ROOMS = ['contract', 'description', 'dialects', 'failure-reader', 'schema', 'testing']
const sources = join(root, 'packages', 'surety', 'src')

/**
 * Writes the entries of `surety/unstable/<room>`: what the index of a room lists, published without promises. They are
 * files apart from the indexes, because the framework would load an index that is an entry as a whole.
 */
export function writeUnstableNames() {
  fs.mkdirSync(join(sources, 'unstable'), { recursive: true })
  for (const room of ROOMS) {
    const index = fs.readFileSync(join(sources, room, 'index.ts'), 'utf8')
    const text = index.replaceAll(/from '\.\//g, `from '../${room}/`)
    const file = join(sources, 'unstable', `${room}.ts`)
    // A file that stays as it is keeps its time, so that the next build is not stale.
    if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text)
  }
}
