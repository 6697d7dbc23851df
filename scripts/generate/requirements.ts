import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { COMMAND_LINES } from './requirements/command-lines.ts'
import { FRAMEWORK_LINES } from './requirements/framework-lines.ts'
import { NOT_OFFERED, READINGS, UNMET } from './requirements/line-notes.ts'
import { DROPPED_LINES, NEW_LINES } from './requirements/lines-1.16.ts'
import { OPTION_LINES } from './requirements/option-lines.ts'
import type { Requirements } from './requirements/requirement.ts'
import { toDepartures } from './requirements/departures.ts'
import { toPage } from './requirements/to-page.ts'
import { tagsIn, type Proof } from './requirements/tags.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const P0: Requirements = { ...COMMAND_LINES, ...FRAMEWORK_LINES, ...OPTION_LINES }

/** Generates the page of requirements from the tags in titles of tests that start processes. */
export async function generate(): Promise<Readonly<Record<string, string>>> {
  const proofs: Proof[] = []
  for (const file of await testFiles())
    proofs.push(...tagsIn(file, await readFile(join(root, file), 'utf8')))
  // A line that a test shows all the same is not called missing.
  const shown = new Set(proofs.flatMap(({ id, lines }) => lines.map((line) => `${id}/${line}`)))
  const notOffered = Object.entries(NOT_OFFERED).flatMap(([id, why]) => {
    const count = P0[id]!.lines.length + (NEW_LINES[id]?.length ?? 0)
    const lines = Array.from({ length: count }, (_, index) => `${id}/${index + 1}`)
    return lines
      .filter((line) => !shown.has(line) && UNMET[line] === undefined)
      .map((line) => [line, why] as const)
  })
  const unmet = { ...UNMET, ...Object.fromEntries(notOffered) }
  return {
    'docs/contract/departures.md': toDepartures(P0, unmet),
    'tests/requirements/README.md': toPage({
      requirements: P0,
      added: NEW_LINES,
      dropped: DROPPED_LINES,
      readings: READINGS,
      unmet,
      proofs,
    }),
  }
}

async function testFiles(): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of ['packages', 'tests', 'examples']) {
    const entries = await readdir(join(root, folder), { recursive: true })
    for (const entry of entries) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`
      if (path.endsWith('.test.ts') && !/\/(?:node_modules|dist)\//.test(path)) found.push(path)
    }
  }
  return found.toSorted()
}
