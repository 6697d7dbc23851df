import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { capOf, knownCallOf } from '../../packages/client/src/programs/index.ts'
import { LISTS } from '../../packages/client/src/programs/list-limits.table.ts'
import { root } from '../build/targets.mjs'

const PAGE = 'docs/wrap/lists.md'
const HEAD = '| Command | Stops at | Lifted by | The number is from | Run |'

/** Generates the table of lists that stop: the numbers and options are those of the descriptions. */
export async function generate(): Promise<Record<string, string>> {
  const page = await readFile(join(root, PAGE), 'utf8')
  const rows = await Promise.all(
    LISTS.map(async ({ line, from, run }) => {
      const known = await knownCallOf(line.split(' '))
      const cap = known && capOf(known)
      if (cap === undefined) throw new Error(`No description says where '${line}' stops.`)
      const [option] = cap.option.trim().split(/[= ]/)
      return `| \`${line}\` | ${cap.default} | \`${option}\` | ${from} | ${run} |`
    }),
  )
  const [before = '', rest = ''] = page.split(`${HEAD}\n`)
  const after = rest.slice(rest.indexOf('\n\n'))
  const table = [HEAD, '|---|--:|---|---|---|', ...rows].join('\n')
  return { [PAGE]: `${before}${table}${after}` }
}
