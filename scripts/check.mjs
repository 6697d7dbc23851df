import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from './build/targets.mjs'
import { failedTests, readResults, reporterArguments, strangerResults } from './test/results.mjs'

/** `.ci/run` has run the tests already, with a PATH that has Node and git alone: what was skipped there is left. */
const isTested = process.argv.includes('--after-stranger')
const tests = isTested ? 'test:skipped' : 'test'
/** The files that the steps with tests write their results to. */
const results = {
  [tests]: join(root, 'build', 'test-results.json'),
  'test:browser': join(root, 'build', 'browser-results.json'),
}
const summary = join(root, 'build', 'check-summary.txt')

/** The steps of `npm run check`. All of them run, so one run shows every problem. */
const steps = {
  // They only read the sources, and most use one core.
  sideBySide: ['types', 'format:check', 'lint', 'imports', 'unused'],
  // They write what others read.
  inTurn: [...(isTested ? [] : ['build']), 'packaging'],
  // Tests of the browser use one core, and the kit has to be right on a busy machine.
  tested: [tests, 'conformance', 'test:browser'],
}

mkdirSync(join(root, 'build'), { recursive: true })
for (const file of Object.values(results)) rmSync(file, { force: true })

const failedSteps = []
const waiting = [...steps.sideBySide]
await Promise.all([takeSteps(waiting), takeSteps(waiting)])
await takeSteps([...steps.inTurn])
const tested = [...steps.tested]
// The tests alone keep the machine busy, unless most of them have run already.
if (!isTested) await takeSteps(tested.splice(0, 1))
await Promise.all([takeSteps(tested), takeSteps(tested)])
const counts = Object.entries(results).map(([step, file]) => countTests(step, file))
if (isTested) counts.push(countTests('test:stranger', strangerResults))
const passed = counts.reduce((sum, each) => sum + each.passed, 0)
// A failed step that is not a test counts as one failure: the last line must not look green.
const failed =
  counts.reduce((sum, each) => sum + each.failed, 0) +
  failedSteps.filter((step) => !Object.hasOwn(results, step)).length
// Thousands of lines stand between a failure and the end, where people and logs look first.
for (const file of [...Object.values(results), ...(isTested ? [strangerResults] : [])])
  for (const { file: test, name, why } of failedTests(readResults(file) ?? { testResults: [] }))
    process.stderr.write(`✘ ${relative(root, test)} ${name}\n    ${why.split('\n', 1)[0]}\n`)
const line = `${passed} passed, ${failed} failed`

if (failedSteps.length > 0) process.stderr.write(`failed steps: ${failedSteps.join(', ')}\n`)
writeFileSync(summary, `${line}\n`)
process.stdout.write(`${line}\n`)
process.exitCode = failed === 0 ? 0 : 1

/** Takes one step after the other until none is left. */
async function takeSteps(left) {
  for (let step = left.shift(); step !== undefined; step = left.shift())
    if (!(await succeeds(step))) failedSteps.push(step)
}

/** Runs a step. What it says comes at once if it runs alone, otherwise in one piece at its end. */
async function succeeds(step) {
  const startedAt = performance.now()
  const isAlone = steps.inTurn.includes(step) || (!isTested && step === tests)
  if (isAlone) process.stderr.write(`\n▶ ${step}\n`)
  const args = Object.hasOwn(results, step) ? reporterArguments(results[step]) : []
  const child = spawn('npm', ['run', '--silent', step, ...args], {
    cwd: root,
    stdio: ['ignore', ...(isAlone ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    shell: process.platform === 'win32',
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (!isAlone) process.stderr.write(`\n▶ ${step}\n${Buffer.concat(said).toString()}`)
  process.stderr.write(`${status === 0 ? '✔' : '✘'} ${step} (${seconds} s)\n`)
  return status === 0
}

function countTests(step, file) {
  const least = failedSteps.includes(step) ? 1 : 0
  const report = readResults(file)
  // No report means that the runner itself did not start; its step has failed already.
  if (!report) return { passed: 0, failed: Math.max(least, step === 'test:stranger' ? 1 : 0) }
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, least) }
}
