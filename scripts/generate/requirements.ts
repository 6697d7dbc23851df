import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import facts from '../../tests/requirements/lines.json' with { type: 'json' }
import type { LineNotes, Requirements } from './requirements/requirement.ts'
import { toDepartures } from './requirements/departures.ts'
import { toPage } from './requirements/to-page.ts'
import { tagsIn, type Proof } from './requirements/tags.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The words on each line of the acceptance lists, what 1.16 adds and drops, and our notes on single lines. */
const { dropped, readings } = facts
const P0: Requirements = facts.requirements
const UNMET: LineNotes = facts.unmet

/** Generates the page of requirements from the tags in titles of tests that start processes. */
export async function generate(): Promise<Readonly<Record<string, string>>> {
  const proofs: Proof[] = []
  for (const file of await testFiles())
    proofs.push(...tagsIn(file, await readFile(join(root, file), 'utf8')))
  // A line that a test shows all the same is not called missing.
  const shown = new Set(proofs.flatMap(({ id, lines }) => lines.map((line) => `${id}/${line}`)))
  const notOffered = Object.entries(facts.notOffered).flatMap(([id, why]) => {
    const { lines: all, added = [] } = P0[id]!
    const count = all.length + added.length
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
      dropped,
      readings,
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
