import { writeFileSync } from 'node:fs'

import { defineCli, defineCommand, s } from 'surety'
import { runCli } from 'surety/testing'

/**
 * Calls of a trivial command in process, from argv to the text of the envelope, with full validation
 * of input and output. Counted per second of processor time, because the machine is shared.
 */
const add = defineCommand({
  description: 'Adds two numbers',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is done' },
  args: { left: s.integer(), right: s.integer() },
  options: { loud: s.boolean().default(false) },
  output: s.object({ sum: s.integer() }),
  run: ({ args }) => ({ sum: args.left + args.right }),
})
const cli = defineCli({ name: 'bench', version: '1.0.0', description: 'Bench', commands: { add } })

const CALLS = 10_000
const rounds = Number(process.argv[2] ?? 12)
await repeat(CALLS)
const rates = []
for (let round = 0; round < rounds; round += 1) {
  const before = process.cpuUsage()
  await repeat(CALLS)
  const { user, system } = process.cpuUsage(before)
  rates.push(Math.round((CALLS * 1e6) / (user + system)))
}
const sorted = rates.toSorted((left, right) => left - right)
const report = {
  node: process.version,
  rounds,
  calls_per_cpu_second: { best: sorted.at(-1), median: sorted[Math.floor(rounds / 2)] },
}
writeFileSync(
  new URL('results/dispatch.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(report)}\n`)

async function repeat(calls) {
  for (let call = 0; call < calls; call += 1) {
    const { exit } = await runCli(cli, ['add', '2', '3'], { unchecked: true })
    if (exit !== 0) throw new Error('the call failed')
  }
}
