import { writeFileSync } from 'node:fs'

import { defineCli, defineCommand, s } from 'surety'
import { createMemoryWorld, dispatchInMemory } from 'surety/testing'

/** Calls of a trivial command in process, with full validation, from argv to the written envelope. */
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

const seconds = Number(process.argv[2] ?? 3)
await repeat(0.5)
const calls = await repeat(seconds)
const report = { node: process.version, calls_per_second: Math.round(calls / seconds) }
writeFileSync(
  new URL('results/dispatch.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(report)}\n`)

async function repeat(forSeconds: number): Promise<number> {
  const until = performance.now() + forSeconds * 1000
  let count = 0
  while (performance.now() < until) {
    for (let index = 0; index < 200; index += 1) {
      const world = createMemoryWorld({ argv: ['add', '2', '3'] })
      const { exitCode } = await dispatchInMemory(cli, world)
      if (exitCode !== 0) throw new Error('the call failed')
      count += 1
    }
  }
  return count
}
