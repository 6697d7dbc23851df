import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { environment } from './cpu-time.ts'
import { workloads, type WorkloadName } from './workloads.ts'

const COUNTED = 10
/** Microseconds between two looks; a start is over in fifty thousand. */
const INTERVAL = 100

/** A script as the coverage of V8 describes it; the first range of a function is its extent. */
interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly [{ startOffset: number; endOffset: number; count: number }]
  }[]
}

/** What `--cpu-prof` writes. */
interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { url: string; functionName: string } }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/**
 * Says what one start of ours loads and where its time goes: our files with their size, the part of
 * it that was called and the milliseconds inside; the modules of Node that the bare script does
 * without; the functions that take longest.
 */
export function profile(node: string, folder: string, workload: WorkloadName): string {
  const { argv } = workloads[workload]
  const start = (file: string, flags: readonly string[], coverage?: string): void => {
    const env = coverage ? { ...environment, NODE_V8_COVERAGE: coverage } : environment
    spawnSync(node, [...flags, join(folder, file), ...argv], { cwd: folder, env })
  }
  const scripts = scriptsOf((into) => start('surety.mjs', [], into))
  const bare = new Set(scriptsOf((into) => start('bare.mjs', [], into)).map(({ url }) => url))
  const sampling = (into: string): readonly string[] => [
    '--cpu-prof',
    `--cpu-prof-interval=${INTERVAL}`,
    `--cpu-prof-dir=${into}`,
  ]
  const spent = timesOf((into) => start('surety.mjs', sampling(into)))

  const ours = scripts
    .filter(({ url }) => url.startsWith('file:') && !bare.has(url))
    .map((script) => ({
      file: script.url.slice(script.url.indexOf(folder) + folder.length + 1),
      bytes: statSync(fileURLToPath(script.url)).size,
      called_bytes: calledBytes(script),
      ms: milliseconds(spent.byUrl.get(script.url)),
    }))
  const total = {
    file: 'total',
    bytes: sum(ours.map(({ bytes }) => bytes)),
    called_bytes: sum(ours.map(({ called_bytes }) => called_bytes)),
    ms: Number(sum(ours.map(({ ms }) => ms)).toFixed(2)),
  }
  const builtins = scripts.filter(({ url }) => url.startsWith('node:') && !bare.has(url))
  const slowest = [...spent.byFunction].toSorted(([, a], [, b]) => b - a).slice(0, 25)
  return [
    `${workload}: ${argv.join(' ')}\n\nFiles of ours`,
    textTable([...ours, total]),
    'Modules of Node that the bare script does without',
    textTable(builtins.map(({ url }) => ({ module: url, ms: milliseconds(spent.byUrl.get(url)) }))),
    'Functions by their own time (reading and compiling a file counts for who asks for it)',
    textTable(slowest.map(([name, time]) => ({ function: name, ms: milliseconds(time) }))),
    '',
  ].join('\n')
}

function scriptsOf(start: (into: string) => void): readonly Script[] {
  return inFolder(start, (text) => (JSON.parse(text) as { result: Script[] }).result).flat()
}

function calledBytes({ functions }: Script): number {
  let size = 0
  let end = 0
  const spans = functions
    .slice(1)
    .map(({ ranges: [span] }) => span)
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => left.startOffset - right.startOffset)
  for (const { startOffset, endOffset } of spans) {
    if (startOffset < end) continue
    size += endOffset - startOffset
    end = endOffset
  }
  return size
}

/**
 * Sums up the time of each script and each function, in microseconds of one start. A profile knows
 * the clock alone, so that only the quicker half counts: the neighbours were quiet then.
 */
function timesOf(start: (into: string) => void) {
  const byUrl = new Map<string, number>()
  const byFunction = new Map<string, number>()
  const profiles = Array.from({ length: 2 * COUNTED }, () => inFolder(start, parseProfile)[0]!)
  const lengths = new Map(profiles.map((each) => [each, sum(each.timeDeltas)]))
  const quickest = profiles.toSorted((a, b) => lengths.get(a)! - lengths.get(b)!).slice(0, COUNTED)
  for (const { nodes, samples, timeDeltas } of quickest) {
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
    for (const [index, id] of samples.entries()) {
      const { url, functionName } = frames.get(id)!
      const time = (timeDeltas[index + 1] ?? 0) / COUNTED
      byUrl.set(url, (byUrl.get(url) ?? 0) + time)
      const file = url.startsWith('file:') ? url.slice(url.lastIndexOf('/') + 1) : url
      const name = `${functionName || '(anonymous)'} ${file}`
      byFunction.set(name, (byFunction.get(name) ?? 0) + time)
    }
  }
  return { byUrl, byFunction }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function parseProfile(text: string): CpuProfile {
  return JSON.parse(text) as CpuProfile
}

function inFolder<Value>(
  write: (into: string) => void,
  parse: (text: string) => Value,
): readonly Value[] {
  const folder = mkdtempSync(join(tmpdir(), 'surety-profile-'))
  try {
    write(folder)
    return readdirSync(folder).map((file) => parse(readFileSync(join(folder, file), 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function milliseconds(time = 0): number {
  return Number((time / 1000).toFixed(2))
}

function textTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))]
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  const padded = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
      )
      .join('  '),
  )
  return `${padded.join('\n')}\n`
}
