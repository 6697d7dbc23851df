import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { COMMAND_LINES } from './requirements/command-lines.ts'
import { FRAMEWORK_LINES } from './requirements/framework-lines.ts'
import { READINGS, UNMET } from './requirements/line-notes.ts'
import {
  AGAINST,
  LOWER_AGAINST,
  LOWER_READINGS,
  LATER_READINGS,
} from './requirements/notes-1.16.ts'
import { DROPPED_LINES, NEW_LINES } from './requirements/lines-1.16.ts'
import { OPTION_LINES } from './requirements/option-lines.ts'
import { readLines, type Requirements } from './requirements/requirement.ts'
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
  const lists = []
  for (const priority of ['P1', 'P2', 'P3'] as const) {
    const path = `scripts/generate/requirements/${priority.toLowerCase()}-lines.txt`
    lists.push(readLines(await readFile(join(root, path), 'utf8'), priority))
  }
  const requirements: Requirements = Object.assign(
    {},
    P0,
    ...lists.map(({ requirements: own }) => own),
  )
  const against = { ...AGAINST, ...LOWER_AGAINST }
  return {
    'docs/contract/departures.md': toDepartures(requirements, against, UNMET),
    'tests/requirements/README.md': toPage({
      requirements,
      added: Object.assign({}, NEW_LINES, ...lists.map(({ added }) => added)),
      dropped: [...DROPPED_LINES, ...lists.flatMap(({ dropped }) => dropped)],
      readings: { ...READINGS, ...LATER_READINGS, ...LOWER_READINGS },
      unmet: UNMET,
      against,
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
