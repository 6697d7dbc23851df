import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { Command } from 'commander'
import { defineCli, defineCommand, s } from 'surety'
import { runCli } from 'surety/testing'

/**
 * Calls of a trivial command in process, from argv to the text of the envelope, with full validation
 * of input and output, and beside it the same command of commander, which checks neither. Rounds are
 * interleaved and counted per second of processor time, because the machine is shared.
 *
 *   node bench/dispatch.mjs [--rounds 12] [--print]
 *
 * `--print` leaves the kept result alone.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    print: { type: 'boolean', default: false },
  },
})
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

let printed = ''
function createProgram() {
  const program = new Command('bench').description('Bench').version('1.0.0')
  program
    .command('add')
    .description('Adds two numbers')
    .argument('<left>', 'The first', Number)
    .argument('<right>', 'The second', Number)
    .option('--loud', 'Shout')
    .action((left, right) => {
      printed = `${JSON.stringify({ ok: true, data: { sum: left + right } })}\n`
    })
  return program
}
const program = createProgram()

const CALLS = 10_000
const ARGV = ['add', '2', '3']
const calls = {
  surety: async () => (await runCli(cli, ARGV, { unchecked: true })).stdout,
  // A program of commander holds the values of a call, so that calls at the same time need one each.
  commander: async () => {
    await createProgram().parseAsync(ARGV, { from: 'user' })
    return printed
  },
  'commander, one program': async () => {
    await program.parseAsync(ARGV, { from: 'user' })
    return printed
  },
}
const rounds = Number(values.rounds)
const rates = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
for (let round = 0; round <= rounds; round += 1)
  for (const [name, call] of Object.entries(calls)) {
    const rate = await measure(call)
    // The first round warms up.
    if (round > 0) rates[name].push(rate)
  }
const results = Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, summed(all)]))
const ratio = Number((results.surety.median / results.commander.median).toFixed(2))
const report = { node: process.version, rounds, calls_per_cpu_second: results, ratio }
if (!values.print)
  writeFileSync(
    new URL('results/dispatch.json', import.meta.url),
    `${JSON.stringify(report, null, 2)}\n`,
  )
process.stdout.write(`${JSON.stringify(report)}\n`)

async function measure(call) {
  const before = process.cpuUsage()
  for (let at = 0; at < CALLS; at += 1)
    if (!(await call()).includes('"sum":5')) throw new Error('the call failed')
  const { user, system } = process.cpuUsage(before)
  return Math.round((CALLS * 1e6) / (user + system))
}

function summed(all) {
  const sorted = all.toSorted((left, right) => left - right)
  return { best: sorted.at(-1), median: sorted[Math.floor(rounds / 2)] }
}
