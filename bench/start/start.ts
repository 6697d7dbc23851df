import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { environment, timeStarts, type Start } from './cpu-time.ts'
import { install } from './install.ts'
import { profile } from './profile.ts'
import { programs, workloads, type Program, type Workload, type WorkloadName } from './workloads.ts'

/**
 * Start-up of a tool of three commands against the same tool written by hand. What counts is the
 * processor time of the child, because the clock on a shared machine measures the neighbours. Starts
 * of all programs are interleaved; the smallest figure of many has the least noise.
 *
 *   npx tsx bench/start/start.ts [--rounds 15] [--starts 3] [--workload help,sync]
 *     [--program bare,surety] [--node PATH] [--surety FOLDER] [--before FOLDER]
 *   npx tsx bench/start/start.ts --profile help
 *
 * `--surety` and `--before` are folders of other builds; the second is measured beside the first.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    starts: { type: 'string', default: '3' },
    workload: { type: 'string' },
    program: { type: 'string' },
    node: { type: 'string', default: process.execPath },
    surety: { type: 'string' },
    before: { type: 'string' },
    profile: { type: 'string' },
  },
})

/** A program in the folder where it is installed. */
interface Contender extends Program {
  readonly folder: string
}

const folder = install(values.surety)
const before = values.before === undefined ? undefined : install(values.before)
try {
  if (values.profile === undefined) measure()
  else process.stdout.write(profile(values.node, folder, chosen([values.profile])[0]!))
} finally {
  for (const path of [folder, before]) if (path) rmSync(path, { recursive: true })
}

function measure(): void {
  const rounds = Number(values.rounds)
  const names = chosen(values.workload?.split(',') ?? Object.keys(workloads))
  const results = Object.fromEntries(names.map((name) => [name, measureWorkload(name, rounds)]))
  const version = execFileSync(values.node, ['--version'], { env: environment, encoding: 'utf8' })
  const report = { node: version.trim(), rounds, starts: Number(values.starts), results }
  for (const name of names) {
    process.stdout.write(`\n${name}: ${workloads[name].argv.join(' ')}\n`)
    console.table(results[name])
  }
  // A part of the programs, or another build, is for whoever looks; what is kept is the whole.
  if (values.workload ?? values.program ?? values.surety ?? values.before) return
  const file = new URL('../results/start.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

function measureWorkload(name: WorkloadName, rounds: number) {
  const measured = contenders(name)
  const samples = new Map(measured.map((program) => [program.name, [] as Start[]]))
  for (const program of measured) check(name, program, run(name, program, 1))
  for (let round = 0; round < rounds; round += 1) {
    // Each is first in turn, so that none always follows the same neighbour.
    const shift = round % measured.length
    for (const program of [...measured.slice(shift), ...measured.slice(0, shift)]) {
      samples.get(program.name)!.push(run(name, program, Number(values.starts)))
    }
  }
  const bare = samples.get('bare')!
  return Object.fromEntries(
    measured.map((program) => {
      const own = samples.get(program.name)!
      const remark = program.remarks?.[name]
      return [program.name, { ...compare(own, bare), ...(remark && { remark }) }]
    }),
  )
}

function contenders(workload: WorkloadName): readonly Contender[] {
  const wanted = values.program?.split(',')
  const { only }: Workload = workloads[workload]
  const found = programs
    .filter(({ name }) => only?.includes(name) ?? true)
    .filter(({ name }) => name === 'bare' || !wanted || wanted.includes(name))
    .map((program) => ({ ...program, folder }))
  const surety = programs.find(({ name }) => name === 'surety')!
  return before ? [...found, { ...surety, name: 'before', folder: before }] : found
}

function run(name: WorkloadName, program: Contender, starts: number): Start {
  const { argv } = workloads[name]
  const command = [values.node, join(program.folder, program.file), ...argv]
  return timeStarts([...command, ...(program.flags ?? [])], starts, program.folder)
}

function check(name: WorkloadName, program: Contender, { exitCodes, output }: Start): void {
  const workload = workloads[name]
  const fails = 'fails' in workload && program.remarks?.[name] === undefined
  const ended = exitCodes.every((code) => (code !== 0) === fails)
  if (!ended || (!program.remarks?.[name] && !workload.says.test(output))) {
    throw new Error(`${program.name} does not do "${name}": exit ${exitCodes.join()}, ${output}`)
  }
}

/** The smallest figures, and the median of the ratios of each round, which share the weather. */
function compare(own: readonly Start[], bare: readonly Start[]) {
  const smallest = (starts: readonly Start[], time: 'cpu' | 'wall'): number =>
    Math.min(...starts.map((start) => start[time]))
  const ratios = own.map(({ cpu }, round) => cpu / bare[round]!.cpu)
  return {
    cpu_ms: rounded(smallest(own, 'cpu'), 1),
    cpu_ms_median: rounded(median(own.map(({ cpu }) => cpu)), 1),
    wall_ms: rounded(smallest(own, 'wall'), 1),
    ratio: rounded(smallest(own, 'cpu') / smallest(bare, 'cpu'), 2),
    ratio_median: rounded(median(ratios), 2),
    ratio_wall: rounded(smallest(own, 'wall') / smallest(bare, 'wall'), 2),
  }
}

function chosen(names: readonly string[]): readonly WorkloadName[] {
  for (const name of names) {
    if (!(name in workloads)) {
      throw new Error(`no workload "${name}"; there are ${Object.keys(workloads).join(', ')}`)
    }
  }
  return names as readonly WorkloadName[]
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
