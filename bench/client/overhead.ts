import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  createClient,
  createJournal,
  type Client,
} from '../../packages/client/src/client/public.ts'

// What a run through the client costs over a bare spawn of the same program that collects the same
// output. Many short rounds alternate, and the best round of each is compared: what other programs on
// the machine do can only make a round slower. CPU time is that of this process, lower quartile.
//
//   [ROUNDS=60] node --import tsx bench/client/overhead.ts [program words...]

interface Measured {
  readonly wall: number
  readonly cpu: number
}

const ROUNDS = Number(process.env['ROUNDS'] ?? 60)
const RUNS = 16
const argv = process.argv.length > 2 ? process.argv.slice(2) : ['/bin/true']
const folder = mkdtempSync(join(tmpdir(), 'surety-bench-'))

const light = createClient({ memory: false, dialect: 'plain' })
const whole = createClient({
  memory: join(folder, 'memory'),
  journal: createJournal(join(folder, 'journal')),
})
const contestants = {
  bare: bare(false),
  'bare, in a group of its own': bare(true),
  client: via(light),
  'client, detecting, with memory and journal': via(whole),
}
const modes = { sequential: 1, '8 at a time': 8 }

const rows: object[] = []
for (const work of Object.values(contestants)) await perRun(work, 8)
for (const [mode, width] of Object.entries(modes)) {
  const rounds: Record<string, Measured[]> = {}
  for (let count = 0; count < ROUNDS; count += 1) {
    for (const [name, work] of Object.entries(contestants)) {
      const list = (rounds[name] ??= [])
      list.push(await perRun(work, width))
    }
  }
  const base = summary(rounds['bare'] ?? [])
  for (const [name, list] of Object.entries(rounds)) {
    const { wall, cpu } = summary(list)
    rows.push({
      mode,
      name,
      wall_ms: round(wall),
      wall_over_bare_ms: round(wall - base.wall),
      wall_ratio: round(wall / base.wall),
      cpu_over_bare_ms: round(cpu - base.cpu),
    })
  }
}
const machine = {
  node: process.version,
  cores: cpus().length,
  rounds: ROUNDS,
  runs_per_round: RUNS,
}
console.log(JSON.stringify({ program: argv.join(' '), ...machine, rows }, null, 2))
rmSync(folder, { recursive: true, force: true })

function bare(detached: boolean): () => Promise<unknown> {
  return () =>
    new Promise((resolve, reject) => {
      const [program = '', ...words] = argv
      const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], detached })
      const chunks: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.on('error', reject)
      child.on('close', resolve)
    })
}

function via(client: Client): () => Promise<unknown> {
  return () => client.run(argv)
}

async function perRun(work: () => Promise<unknown>, width: number): Promise<Measured> {
  let left = RUNS
  const start = performance.now()
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - start) / RUNS, cpu: (user + system) / 1000 / RUNS }
}

function summary(rounds: readonly Measured[]): Measured {
  const cpu = rounds.map((round) => round.cpu).toSorted((one, other) => one - other)
  return {
    wall: Math.min(...rounds.map(({ wall }) => wall)),
    cpu: cpu[Math.floor(cpu.length / 4)] ?? 0,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
