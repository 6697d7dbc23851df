import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './build/targets.mjs'

/** The files that the steps with tests write their results to. */
const results = {
  test: join(root, 'build', 'test-results.json'),
  'test:browser': join(root, 'build', 'browser-results.json'),
}
const summary = join(root, 'build', 'check-summary.txt')

/** The steps of `npm run check`, cheapest first. All of them run, so one run shows every problem. */
const steps = [
  'format:check',
  'lint',
  'types',
  'imports',
  'unused',
  'build',
  'packaging',
  'test',
  'test:browser',
  'conformance',
]

mkdirSync(join(root, 'build'), { recursive: true })
for (const file of Object.values(results)) rmSync(file, { force: true })

const failedSteps = steps.filter((step) => !succeeds(step))
const counts = Object.entries(results).map(([step, file]) => countTests(step, file))
const passed = counts.reduce((sum, each) => sum + each.passed, 0)
// A failed step that is not a test counts as one failure: the last line must not look green.
const failed =
  counts.reduce((sum, each) => sum + each.failed, 0) +
  failedSteps.filter((step) => !Object.hasOwn(results, step)).length
const line = `${passed} passed, ${failed} failed`

if (failedSteps.length > 0) process.stderr.write(`failed steps: ${failedSteps.join(', ')}\n`)
writeFileSync(summary, `${line}\n`)
process.stdout.write(`${line}\n`)
process.exitCode = failed === 0 ? 0 : 1

function succeeds(step) {
  const startedAt = performance.now()
  process.stderr.write(`\n▶ ${step}\n`)
  const args = Object.hasOwn(results, step) ? reporterArguments(results[step]) : []
  const { status } = spawnSync('npm', ['run', '--silent', step, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stderr.write(`${status === 0 ? '✔' : '✘'} ${step} (${seconds} s)\n`)
  return status === 0
}

function reporterArguments(file) {
  return ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
}

function countTests(step, file) {
  const least = failedSteps.includes(step) ? 1 : 0
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, least) }
  } catch {
    // No report means that the runner itself did not start; its step has failed already.
    return { passed: 0, failed: least }
  }
}
