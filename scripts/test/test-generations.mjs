import { spawnSync } from 'node:child_process'

import { root } from '../build/targets.mjs'

/** Runs the acceptance lines in the current generation of the spec; `npm test` runs them in 1.6. */
const argv = ['node_modules/vitest/vitest.mjs', 'run', 'tests/e2e/runtime/requirement-']
const { status } = spawnSync(process.execPath, argv, {
  cwd: root,
  env: { ...process.env, SURETY_TEST_GENERATION: 'spec-1.16' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
