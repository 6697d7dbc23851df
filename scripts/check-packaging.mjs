import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { packages, root } from './build/targets.mjs'

/** Has publint and attw look at each package as it would be published. The command has nothing to import. */
for (const folder of Object.keys(packages)) {
  const path = join('packages', folder)
  run('publint', [path, '--strict'])
  // `adopt` serves CommonJS as well.
  const profile = folder === 'adopt' ? 'node16' : 'esm-only'
  if (folder !== 'cli') run('attw', ['--pack', path, '--profile', profile])
}

function run(program, words) {
  process.stdout.write(`▶ ${program} ${words.join(' ')}\n`)
  const { status } = spawnSync('npx', [program, ...words], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
