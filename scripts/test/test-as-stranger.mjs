// Runs `npm test` as somebody has it who installed Node and git and nothing else, and keeps the results: `npm run check`
// then runs what was skipped.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

import { root } from '../build/targets.mjs'
import { strangerResults, reporterArguments } from './results.mjs'
import { makeStrangerPath } from './stranger-path.mjs'

const PATH = makeStrangerPath()
rmSync(strangerResults, { force: true })
const { status } = spawnSync('npm', ['test', ...reporterArguments(strangerResults)], {
  cwd: root,
  env: { ...process.env, PATH },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
