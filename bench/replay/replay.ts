// What `surety replay` finds in published runs of agents of others, beside the verdicts on these runs: writes
// bench/results/replay.json and the page docs/cli/replay-proof.md.
// Usage: npm run bench:replay [-- <folder with the sets>]; with --sample on runs of our own, which writes nothing.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { generate } from '../../scripts/generate/replay-proof.ts'
import { prove } from './proof.ts'
import { writeSample } from './sample.ts'
import { findSets, SETS } from './sets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [given] = process.argv.slice(2)
const isSample = given === '--sample'
const folder = isSample ? writeSample() : resolve(given ?? `${root}../sets`)
const { found, missing } = findSets(folder)
if (!isSample && found.axi === undefined) {
  const whole = existsSync(folder) ? '' : ' (the folder does not exist)'
  process.stderr.write(
    `The sets are not in ${folder}${whole}. Fetch them, axi at least, and start again:\n${missing.map((line) => `  ${line}\n`).join('')}Another folder: npm run bench:replay -- <folder>; without sets: npm run bench:replay -- --sample\n`,
  )
  process.exit(2)
}
for (const line of missing) if (!isSample) process.stderr.write(`Not measured: ${line}\n`)
let count = 0
const proof = await prove(found, () => {
  count += 1
  if (process.stderr.isTTY) process.stderr.write(`\r${count} runs`)
})
if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
const sets = Object.entries(SETS).map(([name, { from, licence }]) => ({
  name,
  from,
  licence,
  is_measured: found[name as keyof typeof SETS] !== undefined,
}))
const text = `${JSON.stringify({ sets, ...proof }, null, 2)}\n`
if (!isSample) {
  writeFileSync(`${root}bench/results/replay.json`, text)
  for (const [page, words] of Object.entries(await generate())) writeFileSync(root + page, words)
}
process.stdout.write(text)
