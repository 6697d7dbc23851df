import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { environment, timeStarts, type Start } from './cpu-time.ts'

/**
 * What `surety run -- true` and `surety sh -- true` take, against Node that does nothing, and against the least program that
 * starts a process. Starts are interleaved; processor time counts, as in start.ts.
 *
 *   npx tsx bench/start/run-command.ts [--rounds 15] [--starts 3]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    starts: { type: 'string', default: '3' },
  },
})

const SPAWN = `import { spawn } from 'node:child_process'
spawn('true', { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
`

const folder = mkdtempSync(join(tmpdir(), 'surety-start-run-'))
environment['SURETY_STATE_DIR'] = join(folder, 'state')
const main = fileURLToPath(new URL('../../packages/cli/dist/cli/main.cjs', import.meta.url))
const spawning = join(folder, 'spawn.mjs')
writeFileSync(spawning, SPAWN)
const commands: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': [process.execPath, '-e', '0'],
  'a module that starts true': [process.execPath, spawning],
  'surety --version': [process.execPath, main, '--version'],
  'surety run -- true': [process.execPath, main, 'run', '--', 'true'],
  'surety sh -- true': [process.execPath, main, 'sh', '--', 'true'],
}

try {
  const rounds = Number(values.rounds)
  const samples = new Map(Object.keys(commands).map((name) => [name, [] as Start[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, command] of Object.entries(commands)) {
      const start = timeStarts(command, Number(values.starts), folder)
      if (start.exitCodes.some((code) => code !== 0)) throw new Error(`${name}: ${start.output}`)
      samples.get(name)!.push(start)
    }
  }
  const bare = samples.get('node -e 0')!
  const results = Object.fromEntries([...samples].map(([name, own]) => [name, compare(own, bare)]))
  console.table(results)
  const file = new URL('../results/start-run.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  const report = { node: process.version, rounds, starts: Number(values.starts), results }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** The smallest figures, and the median of the ratios of each round. */
function compare(own: readonly Start[], bare: readonly Start[]) {
  const smallest = (starts: readonly Start[], time: 'cpu' | 'wall'): number =>
    Math.min(...starts.map((start) => start[time]))
  const ratios = own.map(({ cpu }, round) => cpu / bare[round]!.cpu).toSorted((a, b) => a - b)
  return {
    cpu_ms: rounded(smallest(own, 'cpu'), 1),
    wall_ms: rounded(smallest(own, 'wall'), 1),
    ratio: rounded(smallest(own, 'cpu') / smallest(bare, 'cpu'), 2),
    ratio_median: rounded(ratios[Math.floor(ratios.length / 2)]!, 2),
    ratio_wall: rounded(smallest(own, 'wall') / smallest(bare, 'wall'), 2),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
