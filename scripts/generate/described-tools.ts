import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'
import { tableOf, type DescribedTool } from '../programs/described-tools.ts'

const PAGE = 'docs/cli/describe.md'

/** Generates the table of tools described from outside, from what `npm run described-tools -- --write` found. */
export async function generate(): Promise<Record<string, string>> {
  const page = await readFile(join(root, PAGE), 'utf8')
  const found = await readFile(join(root, 'scripts/programs/described-tools.json'), 'utf8')
  const table = tableOf(JSON.parse(found) as readonly DescribedTool[])
  const [before = '', rest = ''] = page.split(`${table[0]}\n`)
  const after = rest.slice(rest.indexOf('\n\n'))
  return { [PAGE]: `${before}${table.join('\n')}${after}` }
}
