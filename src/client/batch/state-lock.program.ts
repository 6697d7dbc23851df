import { appendFileSync } from 'node:fs'

import { lockState } from './state-lock.ts'

// Takes and gives back a lock many times and writes down when it holds it; one that is to die is
// killed while holding it.
const [path = '', end] = process.argv.slice(2)
let held = 0
for (let tries = 0; tries < 100_000 && held < 20; tries += 1) {
  try {
    const lock = lockState(path)
    held += 1
    appendFileSync(`${path}.log`, `in ${process.pid}-${held}\n`)
    if (end === 'die' && held === 10) process.kill(process.pid, 'SIGKILL')
    appendFileSync(`${path}.log`, `out ${process.pid}-${held}\n`)
    lock.release()
  } catch (error) {
    if ((error as { code?: string }).code !== 'STATE_LOCKED') throw error
  }
}
