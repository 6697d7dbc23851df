import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { buildIfStale, buildPackagesIfStale } from './build/build.mjs'
import { targets } from './build/targets.mjs'

if (buildPackagesIfStale() && buildIfStale(targets.examples)) run()
else process.exitCode = 1

function run() {
  const words = process.argv.slice(2)
  const tour = fileURLToPath(new URL('tour/tour.mjs', import.meta.url))
  const command = fileURLToPath(new URL('../packages/cli/dist/cli/surety.cjs', import.meta.url))
  const program = words.length === 0 ? [tour] : [command, ...words]
  const child = spawn(process.execPath, program, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
}
