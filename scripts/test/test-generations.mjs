import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

/** Runs the acceptance lines in the current generation of the spec; `npm test` runs them in 1.6. */
const folder = 'tests/requirements'
const files = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${folder}/${name}`)
  .filter((path) => /\bacme\(|GENERATION|lines\.ts/.test(readFileSync(join(root, path), 'utf8')))
const argv = ['node_modules/vitest/vitest.mjs', 'run', ...files]
const { status } = spawnSync(process.execPath, argv, {
  cwd: root,
  env: { ...process.env, SURETY_TEST_GENERATION: 'spec-1.16' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
