/**
 * What judging a line costs `surety read --line` and the hook, on the build: the parser that lines alone load, the first
 * judgement of a process, which compiles code as well, and the later ones, all in processor time.
 * Run with `node bench/judge-lines.mjs` after a build; the result is in bench/results/judge-lines.json.
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
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

const PROCESSES = 40
const ROUNDS = 20
const root = new URL('..', import.meta.url).pathname
const chunks = join(root, 'dist', 'chunks')
const [own, line, before] = process.argv.slice(2)

if (own === undefined) measureAll()
else await measureOne(own, line, before)

/** Finds a file of the build, whose name has a number behind it. */
function chunk(name) {
  const found = readdirSync(chunks).find((file) =>
    new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file),
  )
  if (found === undefined) throw new Error(`There is no ${name} in the build.`)
  return join(chunks, found)
}

function used() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Prints what this process used: to load what `read` needs anyway, the parser, and for judgements. */
async function measureOne(folder, text, other) {
  const limits = {
    cwd: join(folder, 'project'),
    path: join(folder, 'bin'),
    mayUseNetwork: true,
    mayLeave: false,
  }
  await import(chunk('known-read'))
  const times = []
  const time = async (run, count = 1) => {
    const start = used()
    for (let at = 0; at < count; at += 1) await run()
    times.push((used() - start) / count)
  }
  const load = () => import(chunk('known-line'))
  await time(load)
  const { whyNoLine } = await load()
  await time(() => whyNoLine(other, limits))
  await time(() => whyNoLine(text, limits))
  await time(() => whyNoLine(text, limits), ROUNDS)
  for (let at = 0; at < 2000; at += 1) await whyNoLine(text, limits)
  await time(() => whyNoLine(text, limits), 200)
  console.log(JSON.stringify(times))
}

function measureAll() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-judge-')))
  for (const name of ['bin', 'project']) mkdirSync(join(folder, name))
  const described = readdirSync(join(root, 'descriptions')).map((file) => file.split('.')[0])
  for (const name of [...described, 'bash', 'egrep', 'fgrep', 'python', 'timeout']) {
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n')
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const axi = JSON.parse(readFileSync(join(root, 'tests/lines/axi-lines.json'), 'utf8'))
  const lines = axi.lines.filter(
    (each) => / \| |&&|2>/.test(each) && /^(?:gh|ls|cat|grep|cd) /.test(each),
  )
  const step = Math.floor(lines.length / PROCESSES)
  const [bare, all] = [[], []]
  try {
    for (let at = 0; at < PROCESSES; at += 1) {
      const pair = [lines[at * step], lines[(at * step + 7) % lines.length]]
      const again = [import.meta.filename, folder, ...pair]
      const { stdout, stderr } = spawnSync(process.execPath, again, { encoding: 'utf8' })
      if (stdout === '') throw new Error(stderr)
      all.push(JSON.parse(stdout))
      bare.push(emptyProcess())
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const names = ['load_parser', 'first_line', 'second_line', 'next_lines', 'thousandth_line']
  const result = {
    processes: PROCESSES,
    load: Number(loadavg()[0].toFixed(2)),
    /** How fast the machine was meanwhile. */
    empty_process_ms: median(bare),
    ...Object.fromEntries(
      names.map((name, at) => [`${name}_ms`, median(all.map((one) => one[at]))]),
    ),
  }
  writeFileSync(
    join(root, 'bench/results/judge-lines.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(result)
}

/** Processor time of a process of Node that does nothing. */
function emptyProcess() {
  const code = 'const{user,system}=process.cpuUsage();console.log((user+system)/1000)'
  return Number(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout)
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other)
  return Number(sorted[Math.floor(sorted.length / 2)].toFixed(2))
}
