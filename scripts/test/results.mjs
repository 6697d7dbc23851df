import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

/** Where the run with nothing but Node and git keeps its results. */
export const strangerResults = join(root, 'build', 'stranger-results.json')

/** Gives the arguments with which a step writes its results to a file. */
export function reporterArguments(file) {
  const reporters = ['default', 'json', './scripts/test/second-tries.ts']
  const named = reporters.map((reporter) => `--reporter=${reporter}`)
  return ['--', ...named, `--outputFile.json=${file}`]
}

/** Reads the results of a run, or undefined if it wrote none. */
export function readResults(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    // The runner ended before the file did.
    return undefined
  }
}

/** Lists the tests that a run skipped, by file and full name. */
export function skippedTests({ testResults }) {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => ({ file, name: fullName })),
  )
}

/** Names the tests that failed, by file and full name, with the first line of why; a file that never ran is one. */
export function failedTests({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, name: '', why: message }]
    return failed.map(({ fullName, failureMessages: [why = ''] }) => ({
      file,
      name: fullName,
      why,
    }))
  })
}
