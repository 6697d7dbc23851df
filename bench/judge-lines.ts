/**
 * What a line costs `surety read --line` more than a single command costs `surety read`, on the build and in processor
 * time: whole processes in turns, and the judgement alone in a process that has loaded what every read loads.
 * Run with `npx tsx bench/judge-lines.ts` after a build; the result is in bench/results/judge-lines.json. A machine is
 * as slow as its bare start of Node, so every number is also given as a share of that.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { buildSync } from 'esbuild'

import { environment, timeStarts } from './start/cpu-time.ts'

const PROCESSES = 30
/** Processes before those that count, on other lines: they keep what they compiled. */
const WARMING = 3
const root = fileURLToPath(new URL('..', import.meta.url))
const chunks = join(root, 'packages', 'cli', 'dist', 'chunks')
const surety = join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs')

/** Finds a file of the build, whose name has a number behind it; small ones of the same name only pass it on. */
function chunk(name: string): string {
  const [found] = readdirSync(chunks)
    .filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.cjs$`).test(file))
    .map((file) => join(chunks, file))
    .toSorted((one, other) => statSync(other).size - statSync(one).size)
  if (found === undefined) throw new Error(`There is no ${name} in the build.`)
  return found
}

/** Prints what a process uses for a single command, for the parser, for the code that judges its trees, and for lines. */
const JUDGING = `
const [loader, kept, read, knownRead, parser, knownLine, folder, line, other] = process.argv.slice(1)
const load = require(loader).compiledFiles({ folder: kept, use: 'read', packages: require })
const cwd = folder + '/project'
const limits = { cwd, from: cwd, path: folder + '/bin', mayUseNetwork: true, mayLeave: false }
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const times = []
const time = async (run, count = 1) => {
  const start = used()
  for (let at = 0; at < count; at += 1) await run()
  times.push((used() - start) / count)
}
const main = async () => {
  load(read)
  const { whyNoRead } = load(knownRead)
  await time(() => whyNoRead(['ls', '-la'], limits))
  await time(() => load(parser))
  await time(() => load(parser).parseLine(other))
  await time(() => load(knownLine))
  const { whyNoLine } = load(knownLine)
  // In turns, because the parser remembers the last line.
  let at = 0
  const judgeNext = () => whyNoLine(at++ % 2 === 0 ? other : line, limits)
  await time(judgeNext)
  await time(judgeNext)
  await time(judgeNext, 20)
  for (let more = 0; more < 1000; more += 1) await judgeNext()
  await time(judgeNext, 200)
  console.log(JSON.stringify(times))
}
main()`

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-judge-')))
for (const name of ['bin', 'project']) mkdirSync(join(folder, name))
const described = readdirSync(join(root, 'packages', 'client', 'descriptions')).map(
  (file) => file.split('.')[0]!,
)
for (const name of [...described, 'bash', 'egrep', 'fgrep', 'python', 'timeout']) {
  writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n')
  chmodSync(join(folder, 'bin', name), 0o755)
}
// What the command itself loads its files with, and where it keeps the code that it compiled: as it is after some calls.
const loader = join(folder, 'loader.cjs')
const kept = join(folder, 'compiled')
mkdirSync(kept)
buildSync({
  entryPoints: [join(root, 'packages/cli/src/cli/compiled-files.ts')],
  tsconfig: join(root, 'tsconfig.json'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  outfile: loader,
})
const axi = JSON.parse(readFileSync(join(root, 'tests/lines/axi-lines.json'), 'utf8')) as {
  readonly lines: readonly string[]
}
const lines = axi.lines.filter(
  (each) => / \| |&&|2>/.test(each) && /^(?:gh|ls|cat|grep|cd) /.test(each),
)
const step = Math.floor(lines.length / PROCESSES)
const lineAt = (at: number) => lines.at(at % lines.length)!

/** Whole processes, none of which starts a program: what they ask for is refused after it was judged. */
const PROCESS_CALLS: Readonly<Record<string, readonly string[]>> = {
  bare_start: [process.execPath, '-e', '0'],
  read_of_one_command: [process.execPath, surety, 'read', '--', 'touch', 'a'],
  read_of_a_line: [process.execPath, surety, 'read', '--line', 'ls -la | head -3; touch a'],
}

const judged: (readonly number[])[] = []
const starts: Record<string, number[]> = {}
try {
  for (let at = -WARMING; at < PROCESSES; at += 1) {
    const [line, other] = [lineAt(at * step), lineAt(at * step + 7)]
    const files = ['read', 'known-read', 'parse-line', 'known-line'].map(chunk)
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['-e', JUDGING, loader, kept, ...files, folder, line, other],
      { encoding: 'utf8', env: environment },
    )
    if (stdout === '') throw new Error(stderr)
    if (at < 0) continue
    judged.push(JSON.parse(stdout) as number[])
    for (const [name, call] of Object.entries(PROCESS_CALLS))
      (starts[name] ??= []).push(timeStarts(call, 3, folder).cpu)
  }
} finally {
  rmSync(folder, { recursive: true })
}

const bare = calm(starts['bare_start']!)
const shown = (ms: number) => ({
  ms: Number(ms.toFixed(2)),
  of_a_bare_start: Number((ms / bare).toFixed(3)),
})
const names = [
  'first_single_command',
  'load_of_the_parser',
  'first_line_parsed',
  'load_of_the_judge',
  'first_line_judged',
  'second_line',
  'next_lines',
  'lines_after_a_thousand',
]
const result = {
  processes: PROCESSES,
  load: Number(loadavg()[0]!.toFixed(2)),
  processes_of_their_own: Object.fromEntries(
    Object.entries(starts).map(([name, times]) => [name, shown(calm(times))]),
  ),
  inside_of_one_process: Object.fromEntries(
    names.map((name, at) => [name, shown(calm(judged.map((times) => times[at]!)))]),
  ),
}
writeFileSync(join(root, 'bench/results/judge-lines.json'), `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))

/** What was least disturbed by others on the machine: a tenth of the calls took less. */
function calm(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 10)]!
}
