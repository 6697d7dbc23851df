import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Milliseconds from the start of a server to its answer to `initialize`, over stdio. Starts are interleaved,
 * and the smallest figure of many has the least noise.
 *
 *   npx tsx bench/mcp/initialize.ts [--rounds 15]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)
const programs = join(import.meta.dirname, '../start/programs')

const servers: Readonly<Record<string, readonly string[]>> = {
  'node that answers one line': ['-e', "process.stdin.once('data', () => console.log('{}'))"],
  'surety --mcp': [join(programs, 'surety.mjs'), '--mcp'],
  'incur --mcp': [join(programs, 'incur.mjs'), '--mcp'],
}

const opening = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  },
})

async function timeToAnswer(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 30_000,
  })
  child.stdin.write(`${opening}\n`)
  await once(child.stdout, 'data')
  const took = performance.now() - started
  child.kill('SIGKILL')
  await once(child, 'exit')
  return took
}

const times = new Map<string, number[]>(Object.keys(servers).map((name) => [name, []]))
for (let round = 0; round < rounds; round += 1) {
  for (const [name, args] of Object.entries(servers))
    times.get(name)!.push(await timeToAnswer(args))
}

const results = Object.fromEntries(
  [...times].map(([name, list]) => {
    const sorted = list.toSorted((a, b) => a - b)
    const round = (value: number | undefined) => Math.round(value ?? 0)
    return [name, { min_ms: round(sorted[0]), median_ms: round(sorted[Math.floor(rounds / 2)]) }]
  }),
)
const file = join(import.meta.dirname, '../results/mcp-initialize.json')
writeFileSync(file, `${JSON.stringify({ node: process.version, rounds, results }, null, 2)}\n`)
console.table(results)
