import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'killed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const env = { ...process.env, HOME: folder, TD_DATA_DIR: join(folder, 'td') }

interface Killed {
  readonly stdout: string
  readonly code: number | null
}

/** Runs a tool and kills it with SIGKILL after so many milliseconds; never, if it ends before. */
function killAfter(ms: number, words: readonly string[]): Promise<Killed> {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  let stdout = ''
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ stdout, code })
    })
  })
}

const wholly = (words: readonly string[]) => killAfter(60_000, words)

/** How long a call takes here and now; moments are spread over it, and a little beyond. */
async function lengthOf(words: readonly string[]): Promise<number> {
  const started = performance.now()
  await wholly(words)
  return performance.now() - started
}

/** Kills 100 calls, each at a later moment, two at a time. */
async function killedCalls(call: (id: number) => readonly string[]) {
  const whole = await lengthOf(call(0))
  const ended: { readonly id: number; readonly answer: Killed }[] = []
  const left = Array.from({ length: 100 }, (_, at) => at + 1)
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift())
      ended.push({ id, answer: await killAfter((1.2 * whole * id) / 100, call(id)) })
  }
  await Promise.all([work(), work()])
  // Some were killed before they answered, and some ended by themselves: the moments lie around the answer.
  expect(ended.some(({ answer }) => answer.code === null)).toBe(true)
  expect(ended.some(({ answer }) => answer.stdout !== '')).toBe(true)
  return ended
}

/** What a whole answer says; undefined where the kill cut it. */
function whole(text: string): { readonly ok: boolean } | undefined {
  try {
    return JSON.parse(text) as { readonly ok: boolean }
  } catch {
    return undefined
  }
}

const td = join(root, 'examples/td/td')
const animus = join(root, 'tests/tools/animus/animus')
const KEEPERS = {
  td: {
    call: (id: number) => [td, 'add', `task ${id}.`, '--json'],
    list: [td, 'ls', '--all', '--json'],
  },
  animus: {
    call: (id: number) => [animus, 'subject', 'create', '--title', `task ${id}.`, '--json'],
    list: [animus, 'subject', 'list', '--limit', '500', '--json'],
  },
}

test.each(Object.entries(KEEPERS))(
  '%s killed at 100 moments: what it called done is done, and its file is whole',
  async (_name, { call, list }) => {
    const ended = await killedCalls(call)
    const { stdout, code } = await wholly(list)
    expect(code).toBe(0)
    for (const { id, answer } of ended)
      if (whole(answer.stdout)?.ok === true) expect(stdout).toContain(`"task ${id}."`)
  },
  600_000,
)

test('a stream killed at 100 moments: rows are whole, and only the last line says that all came', async () => {
  const rows = join(root, 'tests/bin/requirements/lower.mjs')
  const words = [rows, 'rows', '--count', '20', '--pause', '5', '--format', 'jsonl']
  for (const { answer } of await killedCalls(() => words)) {
    const lines = answer.stdout.split('\n')
    // What follows the last line feed was cut.
    const found = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>)
    const end = found.findIndex((row) => row['_summary'] === true)
    const given = end < 0 ? found : found.slice(0, end)
    expect(given).toEqual(given.map((_row, at) => ({ id: at + 1 })))
    if (end >= 0) expect([end, found.length]).toEqual([20, 21])
  }
}, 600_000)
