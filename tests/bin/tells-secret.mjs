// A handler that prints its secret in every usual way, in time and after its call has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { s } from 'surety'

const say = (when, key) => {
  console.log(`${when} log ${key}`)
  console.error(`${when} error ${key}`)
  process.stdout.write(`${when} stdout ${key}\n`)
  process.stderr.write(Buffer.from(`${when} stderr ${key}\n`))
}

export const tellsSecret = {
  options: { apiKey: s.string().secret() },
  run: async ({ options: { apiKey } }) => {
    say('early', apiKey)
    setTimeout(() => say('late', apiKey), 15)
    setTimeout(() => {
      throw new Error(`thrown late ${apiKey}`)
    }, 20)
    setTimeout(() => void Promise.reject(new Error(`rejected late ${apiKey}`)), 25)
    setTimeout(() => process.exit(9), 30)
    await sleep(1)
    return { told: true }
  },
}
