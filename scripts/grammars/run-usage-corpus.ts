// Runs usage's own vectors of command lines against our parser, and fails at a difference that nobody decided:
//   npm run corpus:usage -- <folder of github.com/jdx/usage>
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { runCorpus } from './usage-corpus.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Give the folder of a clone of https://github.com/jdx/usage.')
  process.exit(2)
}
const decided = new Set(
  Object.values(
    JSON.parse(readFileSync(new URL('usage-differences.json', import.meta.url), 'utf8')) as Record<
      string,
      readonly string[]
    >,
  ).flat(),
)
const verdicts = await runCorpus(join(folder, 'corpus'))
const same = verdicts.filter(({ isSame }) => isSame)
const open = verdicts.filter(({ id, isSame }) => !isSame && !decided.has(id))
const stale = same.filter(({ id }) => decided.has(id))
for (const { id, expected, ours } of open)
  console.log(`${id}\n  usage ${expected}\n  ours  ${ours}`)
for (const { id } of stale) console.log(`${id} is the same now: take it out of the differences`)
console.log(
  `${same.length} of ${verdicts.length} lines are read as usage reads them, ${verdicts.length - same.length - open.length} otherwise by decision, ${open.length} otherwise.`,
)
process.exitCode = open.length + stale.length > 0 ? 1 : 0
