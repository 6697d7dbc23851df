import { program } from 'commander'

import { rows } from '../rows.mjs'

// What a careful author writes by hand: one answer, for each end that comes to mind.
let isAnswered = false
const answer = (envelope, exit) => {
  if (isAnswered) return
  isAnswered = true
  process.exitCode = exit
  process.stdout.write(`${JSON.stringify(envelope)}\n`)
}
const fail = (error) => {
  const { code = 'INTERNAL_ERROR', message = String(error) } = error ?? {}
  answer({ ok: false, data: null, error: { code, message } }, 1)
}
const failNow = (error) => (fail(error), process.exit(1))
process.on('uncaughtException', failNow)
process.on('unhandledRejection', failNow)
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
])
  process.on(signal, () => (fail(new Error(signal)), process.exit(128 + number)))
program
  .exitOverride()
  .argument('<row>')
  .action(async (row) => {
    const data = await rows[row].run()
    answer({ ok: true, data: data ?? null, error: null }, process.exitCode ?? 0)
  })
await program.parseAsync().catch(fail)
