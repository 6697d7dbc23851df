import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Start-up of a hello CLI against a bare script that prints one JSON object. Runs are interleaved.
 * What counts is the processor time of the child, because the clock on a shared machine measures
 * the neighbours; both are in the report. The smallest of many runs has the least noise.
 */
const programs: Readonly<Record<string, readonly string[]>> = {
  bare: ['cold-start/bare.mjs'],
  surety: ['cold-start/surety.mjs', 'hello', 'Ada'],
  cac: ['cold-start/cac.mjs', 'hello', 'Ada'],
  citty: ['cold-start/citty.mjs', 'hello', 'Ada'],
  commander: ['cold-start/commander.mjs', 'hello', 'Ada'],
  yargs: ['cold-start/yargs.mjs', 'hello', 'Ada'],
  incur: ['cold-start/incur.mjs', 'hello', 'Ada'],
  oclif: ['cold-start/oclif.mjs', 'hello', 'Ada'],
}
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
// As installed: the link that npm makes of a neighbouring folder takes longer to follow.
const installed = mkdtempSync(join(tmpdir(), 'surety-cold-start-'))
for (const part of ['dist', 'package.json']) {
  cpSync(here(`../${part}`), join(installed, 'node_modules/surety', part), { recursive: true })
}
cpSync(here('package.json'), join(installed, 'package.json'))
cpSync(here('cold-start/surety.mjs'), join(installed, 'surety.mjs'))
const rounds = Number(process.argv[2] ?? 30)
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
const cpu: Record<string, number[]> = {}
const wall: Record<string, number[]> = {}

for (let round = 0; round < rounds; round += 1) {
  for (const [name, [file, ...argv]] of Object.entries(programs)) {
    const path = name === 'surety' ? join(installed, 'surety.mjs') : here(file!)
    // The shell's own clock knows the processor time of a child to the millisecond; Node does not.
    const timed = ['-c', 'TIMEFORMAT="%3R %3U %3S"; time "$@"', 'time', process.execPath, path]
    const { status, stderr } = spawnSync('bash', [...timed, ...argv], { env, stdio: 'pipe' })
    if (status !== 0) throw new Error(`${name} exited with ${status}`)
    const [real = 0, user = 0, system = 0] = String(stderr)
      .trim()
      .split(/\s+/)
      .slice(-3)
      .map(Number)
    ;(wall[name] ??= []).push(real * 1000)
    ;(cpu[name] ??= []).push((user + system) * 1000)
  }
}

rmSync(installed, { recursive: true })

const at = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * part)]!
const round = (value: number, digits: number): number => Number(value.toFixed(digits))
const results = Object.fromEntries(
  Object.keys(programs).map((name) => {
    const ratio = (times: Record<string, number[]>, part: number): number =>
      round(at(times[name]!, part) / at(times['bare']!, part), 2)
    return [
      name,
      {
        cpu_ms_min: round(at(cpu[name]!, 0), 1),
        cpu_ms_median: round(at(cpu[name]!, 0.5), 1),
        wall_ms_min: round(at(wall[name]!, 0), 1),
        ratio_cpu_min: ratio(cpu, 0),
        ratio_cpu_median: ratio(cpu, 0.5),
        ratio_wall_min: ratio(wall, 0),
      },
    ]
  }),
)
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const report = { node: process.version, rounds, results }
writeFileSync(
  new URL('results/cold-start.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(report)}\n`)
