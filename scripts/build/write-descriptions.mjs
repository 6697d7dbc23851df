import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { parse } from 'yaml'

import { root } from './targets.mjs'

/** Writes the ready descriptions as JSON, because reading YAML would take most of the time of a call. */
export function writeDescriptions(outDir) {
  const folder = join(root, 'descriptions')
  mkdirSync(outDir)
  for (const file of readdirSync(folder)) {
    const description = parse(readFileSync(join(folder, file), 'utf8'))
    writeFileSync(join(outDir, `${basename(file, '.yaml')}.json`), JSON.stringify(description))
  }
}
