import { appendFileSync } from 'node:fs'

import { tryLock } from './file-lock.ts'

// Takes and releases a lock many times and logs it; with `die` it kills itself while holding the lock.
const [path = '', end] = process.argv.slice(2)
let held = 0
for (let tries = 0; tries < 100_000 && held < 100; tries += 1) {
  const attempt = tryLock(`${path}.lock`)
  if (attempt.kind === 'busy') continue
  held += 1
  appendFileSync(`${path}.log`, `in ${process.pid}-${held}\n`)
  if (end === 'die' && held === 40) process.kill(process.pid, 'SIGKILL')
  appendFileSync(`${path}.log`, `out ${process.pid}-${held}\n`)
  attempt.release()
}
