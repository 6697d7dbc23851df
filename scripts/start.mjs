import { spawn } from 'node:child_process'

import { buildIfStale } from './build-if-stale.mjs'
import { stamp as main } from './build.mjs'

if (buildIfStale()) run()
else process.exitCode = 1

function run() {
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
}
