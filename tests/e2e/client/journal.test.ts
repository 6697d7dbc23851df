import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readJournal, type JournalOptions } from '@surety/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/client/journal-writer.mjs', import.meta.url))
const WRITERS = 20
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-writers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Starts a writer; `dieAt` is the line after which it kills itself with SIGKILL, 0 for never. */
function startWriter(
  home: string,
  name: string,
  { lines, dieAt, options }: { lines: number; dieAt: number; options: JournalOptions },
): Promise<number | string | null> {
  const child = spawn(
    process.execPath,
    [program, home, name, String(lines), String(dieAt), JSON.stringify(options), `${home}.${name}`],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: 150_000, killSignal: 'SIGTERM' },
  )
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
}

test('loses and mixes no acknowledged line of many writers, some of them killed', async () => {
  const home = join(folder, 'many')
  const names = Array.from({ length: WRITERS }, (_, index) => `writer-${index}`)
  // All rotated files are kept, so nothing is deleted on purpose.
  const options = { maxBytes: 4000, keep: 1_000_000 }
  const ends = await Promise.all(
    names.map((name, index) =>
      startWriter(home, name, { lines: 100, dieAt: index % 4 === 0 ? 20 + index : 0, options }),
    ),
  )
  expect(ends.filter((end) => end !== 0 && end !== 'SIGKILL')).toEqual([])
  expect(ends.filter((end) => end === 'SIGKILL')).toHaveLength(5)
  const seen = new Map<string, number[]>(names.map((name) => [name, []]))
  let problems = 0
  const entries = readJournal(home, { onProblem: () => (problems += 1) })
  for await (const { tool, attempt } of entries) seen.get(tool)?.push(attempt)
  expect(problems).toBe(0)
  for (const name of names) {
    const acknowledged = Number(await readFile(`${home}.${name}`, 'utf8'))
    const lines = new Set(seen.get(name))
    const lost = Array.from({ length: acknowledged }, (_, index) => index + 1).filter(
      (line) => !lines.has(line),
    )
    expect(lost, name).toEqual([])
    expect(seen.get(name), name).toHaveLength(lines.size)
  }
  expect((await readdir(home)).length).toBeGreaterThan(20)
})
