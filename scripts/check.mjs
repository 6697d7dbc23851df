import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './targets.mjs'

const results = join(root, 'build', 'test-results.json')
const summary = join(root, 'build', 'check-summary.txt')

/** The steps of `npm run check`, cheapest first. All of them run, so one run shows every problem. */
const steps = ['format:check', 'lint', 'types', 'imports', 'unused', 'build', 'packaging', 'test']

mkdirSync(join(root, 'build'), { recursive: true })
rmSync(results, { force: true })

const failedSteps = steps.filter((step) => !succeeds(step))
const tests = countTests()
// A failed step that is not a test counts as one failure: the last line must not look green.
const failed =
  Math.max(tests.failed, failedSteps.includes('test') ? 1 : 0) +
  failedSteps.filter((step) => step !== 'test').length
const line = `${tests.passed} passed, ${failed} failed`

if (failedSteps.length > 0) process.stderr.write(`failed steps: ${failedSteps.join(', ')}\n`)
writeFileSync(summary, `${line}\n`)
process.stdout.write(`${line}\n`)
process.exitCode = failed === 0 ? 0 : 1

function succeeds(step) {
  const startedAt = performance.now()
  process.stderr.write(`\n▶ ${step}\n`)
  const args = step === 'test' ? reporterArguments() : []
  const { status } = spawnSync('npm', ['run', '--silent', step, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stderr.write(`${status === 0 ? '✔' : '✘'} ${step} (${seconds} s)\n`)
  return status === 0
}

function reporterArguments() {
  return ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
}

function countTests() {
  try {
    const report = JSON.parse(readFileSync(results, 'utf8'))
    return { passed: report.numPassedTests, failed: report.numFailedTests }
  } catch {
    // No report means that the runner itself did not start; its step has failed already.
    return { passed: 0, failed: 0 }
  }
}
