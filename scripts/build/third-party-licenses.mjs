import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './targets.mjs'

/** The packages whose code is in the build instead of being installed with it. */
const bundled = ['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod', 'preact']

/** Writes the licences of bundled packages beside their code. */
export function writeLicenses(outDir) {
  const texts = bundled.map((name) => {
    const folder = join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  writeFileSync(join(outDir, 'third-party-licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`))
}
