// Runs the tests that the run of a stranger skipped, and names those that this machine cannot run either.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { relative } from 'node:path'

import { root } from '../build/targets.mjs'
import { readResults, skippedTests, strangerResults } from './results.mjs'

const earlier = readResults(strangerResults)
const skipped = earlier ? skippedTests(earlier) : []
if (!earlier) {
  process.stderr.write('There are no results of scripts/test/test-as-stranger.mjs.\n')
  process.exitCode = 1
} else if (skipped.length > 0) process.exitCode = runSkipped()

function runSkipped() {
  const files = [...new Set(skipped.map(({ file }) => relative(root, file)))]
  const names = skipped.map(({ name }) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  // The name of a test may hold a newline, which a pattern does not match by itself.
  const pattern = `^(?:${names.join('|').replaceAll(/\s+/g, '\\s+')})$`
  const given = process.argv.slice(2)
  const file = given.find((word) => word.startsWith('--outputFile.json='))?.split('=')[1]
  if (file) rmSync(file, { force: true })
  const argv = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--testNamePattern', pattern]
  const { status } = spawnSync(process.execPath, [...argv, ...given], {
    cwd: root,
    stdio: 'inherit',
  })
  const results = file ? readResults(file) : undefined
  if (results) nameMissing(new Set(skippedTests(results).map(({ name }) => name)))
  return status ?? 1
}

function nameMissing(now) {
  const still = skipped.filter(({ name }) => now.has(name))
  if (still.length === 0) return
  process.stderr.write(
    `${still.length} tests were skipped in both runs, their programs are missing:\n`,
  )
  for (const { name } of still) process.stderr.write(`  ${name}\n`)
}
