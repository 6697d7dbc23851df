import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'
import { STRESS, type StressRow } from './stress.table.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/stress.mjs', import.meta.url))

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: string | null
  readonly ms: number
  /** Processes that the run left behind. */
  readonly children: number
}

let rowNumber = 0

/** Runs one row in a folder of its own, with a FIFO in it if the row asks for one. */
async function strain(row: StressRow): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'stress-'))
  const mark = `stress-${process.pid}-${(rowNumber += 1)}`
  try {
    const ended = await runRow(row, folder, mark)
    // One that was killed ends when the system has time for it.
    for (let round = 0; round < 1000 && countProcesses(mark) > 0; round += 1) await wait(50)
    return { ...ended, children: countProcesses(mark) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function runRow(row: StressRow, cwd: string, mark: string): Promise<Omit<Ended, 'children'>> {
  const started = performance.now()
  const child = spawn(nodeBinary(), [PROGRAM, ...row.argv], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, TMPDIR: cwd, STRESS_MARK: mark, ...row.env },
    stdio: 'pipe',
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  const stdout: Buffer[] = []
  let stderr = ''
  let isReady = false
  let isCleaning = false
  const becomeReady = (): void => {
    if (!isReady && stderr.includes('ready')) {
      isReady = true
      for (const [after, signal] of row.signals ?? [])
        if (typeof after === 'number') setTimeout(() => child.kill(signal), after).unref()
    }
    if (isCleaning || !stderr.includes('cleaning')) return
    isCleaning = true
    for (const [after, signal] of row.signals ?? []) if (after === 'cleaning') child.kill(signal)
  }
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
    becomeReady()
  })
  child.stdin.on('error', () => {})
  if (!row.keepsStdin) child.stdin.end()
  const read = (): void => void child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  if (!row.stallsReader) read()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => row.stallsReader && read())
    child.once('close', (code, signal) => {
      const text = Buffer.concat(stdout).toString('utf8')
      resolve({ stdout: text, stderr, code, signal, ms: performance.now() - started })
    })
  })
}

/** Counts the running processes with a word in their arguments. */
function countProcesses(mark: string): number {
  if (!existsSync('/proc/self/cmdline')) return 0
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(mark)
    } catch {
      // It ended in the meantime.
      return false
    }
  }).length
}

/** Whether the limit passed before the program came to its place, which a busy machine makes it do. */
function wasEarly({ argv, stallsReader }: StressRow, { code, stderr }: Ended): boolean {
  return code === 10 && argv[0] !== 'stdin' && !stallsReader && !stderr.includes('ready')
}

function expectEnd(row: StressRow, ended: Ended): void {
  expect(
    { code: ended.code, signal: ended.signal },
    ended.stderr + ended.stdout.slice(-500),
  ).toEqual({
    code: row.exit,
    signal: null,
  })
  expect(ended.ms).toBeLessThan(row.withinMs ?? 10_000)
  expect(ended.children).toBe(0)
  for (const [, path] of ended.stderr.matchAll(/^temp (.+)$/gm))
    expect(existsSync(path!)).toBe(false)
  if (row.stderr !== undefined) expect(ended.stderr).toContain(row.stderr)
  // A stalled reader gets what fits into the pipe.
  if (!row.stallsReader) expectEnvelope(row, ended)
}

function expectEnvelope(row: StressRow, { stdout }: Ended): void {
  const lines = stdout.trimEnd().split('\n')
  if (row.isStream !== true && !row.argv.includes('plain')) expect(lines).toHaveLength(1)
  if (row.argv.includes('plain')) {
    expect(stdout).toContain(row.code)
    return
  }
  const envelope = JSON.parse(lines.at(-1)!) as Loose
  expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  expect(envelope['ok']).toBe(row.exit === 0)
  if (row.code === undefined) expect(envelope['error']).toBeNull()
  else expect(envelope['error'].code).toBe(row.code)
  // Members that the program adds to every object have this word as their value.
  expect(JSON.stringify({ ...envelope, warnings: [] })).not.toContain('polluted"')
  if (row.phase !== undefined) expect(envelope['error'].phase).toBe(row.phase)
  if (row.warns === null) expect(envelope['warnings']).toEqual([])
  else if (row.warns !== undefined) expect(envelope['warnings'].join('\n')).toContain(row.warns)
  if (row.isStream === true) expect(envelope['meta'].stream.records).toBe(lines.length - 1)
}

describe.concurrent.each(Object.entries(STRESS))('under stress: %s', (_group, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    let ended = await strain(row)
    for (let limit = 3000; limit < 10_000 && wasEarly(row, ended); limit *= 2)
      ended = await strain({ ...row, env: { ...row.env, STRESS_LIMIT: `${limit}` } })
    expectEnd(row, ended)
  })
})

it('the stress suite has its rows', () => {
  const rows: readonly StressRow[] = Object.values(STRESS).flat()
  expect(rows).toHaveLength(109)
})
