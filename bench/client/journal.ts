import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { readJournal } from '../../packages/client/src/client/public.ts'

// A million lines by twenty processes at once, one of which is killed with SIGKILL every 500 ms and
// replaced: are all acknowledged lines there, each once? Needs a build. Exits with 1 if one is not.
//
//   npx tsx bench/client/journal.ts [lines] [max_bytes]

const LINES = Number(process.argv[2] ?? 1_000_000)
const MAX_BYTES = Number(process.argv[3] ?? 8 * 1024 * 1024)
const WRITERS = 20
const KILL_EVERY_MS = 500
const program = fileURLToPath(new URL('../../tests/bin/client/journal-writer.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surety-bench-journal-'))
const home = join(folder, 'journal')
// Every rotated file is kept, so nothing is deleted on purpose.
const options = JSON.stringify({ maxBytes: MAX_BYTES, keep: 1_000_000_000 })

const running = new Map<string, ReturnType<typeof spawn>>()
const acknowledged = new Map<string, number>()
let started = 0
let killed = 0
let refused = 0

function startWriter(lines: number): void {
  started += 1
  const name = `writer-${started}`
  const argv = [program, home, name, String(lines), '0', options, join(folder, name)]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  running.set(name, child)
  child.once('exit', (code, signal) => {
    running.delete(name)
    if (signal === 'SIGKILL') killed += 1
    else if (code !== 0) refused += 1
    const done = countOf(name)
    acknowledged.set(name, done)
    // A new process writes the lines that a killed one did not.
    if (signal === 'SIGKILL' && lines > done) startWriter(lines - done)
  })
}

function countOf(name: string): number {
  try {
    return Number(readFileSync(join(folder, name), 'utf8'))
  } catch {
    // Killed before its first line.
    return 0
  }
}

const start = performance.now()
for (let writer = 0; writer < WRITERS; writer += 1) startWriter(LINES / WRITERS)
while (running.size > 0) {
  await wait(KILL_EVERY_MS)
  const writing = [...running].filter(([name]) => countOf(name) > 0)
  writing[Math.floor(Math.random() * writing.length)]?.[1].kill('SIGKILL')
}
const seconds = (performance.now() - start) / 1000

const seen = new Map<string, Uint8Array>()
for (const [name, count] of acknowledged) seen.set(name, new Uint8Array(count + 2))
let damaged = 0
let read = 0
for await (const { tool, attempt } of readJournal(home, { onProblem: () => (damaged += 1) })) {
  read += 1
  const lines = seen.get(tool)
  if (lines !== undefined && attempt < lines.length) lines[attempt]! += 1
}
let total = 0
let lost = 0
let twice = 0
for (const [name, count] of acknowledged) {
  const lines = seen.get(name)!
  total += count
  for (let line = 1; line <= count; line += 1) {
    if (lines[line] === 0) lost += 1
    if (lines[line]! > 1) twice += 1
  }
}
const files = readdirSync(home).length
rmSync(folder, { recursive: true, force: true })
const figures = {
  node: process.version,
  writers: WRITERS,
  max_bytes: MAX_BYTES,
  processes: started,
  killed,
  acknowledged: total,
  read,
  lost,
  twice,
  damaged,
  refused,
  files,
  seconds: Math.round(seconds * 10) / 10,
}
console.log(JSON.stringify(figures, null, 2))
// A killed process can leave half a line, which it did not acknowledge.
process.exitCode = lost + twice + refused > 0 || damaged > killed ? 1 : 0
