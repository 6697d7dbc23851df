// A library that goes wrong while it is imported.
import fs, { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

switch (process.env['HOW']) {
  case 'noise':
    console.log('from console')
    process.stdout.write('from the stream\n')
    fs.writeSync(1, 'from fs\n')
    writeSync(1, 'from a named import\n')
    break
  case 'throw':
    throw new Error('thrown while loading')
  case 'throw-string':
    // oxlint-disable-next-line only-throw-error -- that is what goes wrong here
    throw 'only a string'
  case 'reject':
    await Promise.reject(new Error('rejected while loading'))
    break
  case 'late-rejection':
    void Promise.reject(new Error('nobody listened'))
    await sleep(50)
    break
  case 'timer-throw':
    setTimeout(() => {
      throw new Error('thrown in a timer')
    }, 5)
    await sleep(200)
    break
  case 'never':
    await new Promise(() => {})
    break
  case 'exit':
    process.exit(7)
    break
  case 'slow':
    fs.writeSync(2, 'ready\n')
    await sleep(20_000)
    break
  default:
}
