import { spawn } from 'node:child_process'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { executableOf, runExample } from '../transcript/run-example.ts'
import { SessionStore } from './src/session/session-store.ts'

let folder = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'claw-kill-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openStore = () => new SessionStore({ directory: join(folder, '.claw', 'sessions') })

/** Starts a flush and kills it after a while; gives whether it was acknowledged before that. */
function flushAndKill(id: string, prompt: string, afterMs: number): Promise<boolean> {
  const argv = ['flush-transcript', prompt, '--session-id', id, '--output-format', 'json']
  const child = spawn(process.execPath, [executableOf('claw'), ...argv], { cwd: folder })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(timer)
      resolve(stdout.includes('"flushed": true'))
    })
  })
}

test('kill -9 at any moment loses no acknowledged prompt and leaves every session readable', async () => {
  const started = performance.now()
  await flushAndKill('warm-up', 'x', 10_000)
  // The machine may be busy: the moment of the kill follows the moment at which answers come.
  let moment = 2 * (performance.now() - started)
  const acknowledged = new Map<string, number>()
  let killed = 0
  const [rounds, ms] = process.env['SURETY_LONG'] === '1' ? [120, 60_000] : [5, 8000]
  const end = performance.now() + ms
  /** Some of both are needed, however long that takes. */
  const isDone = (round: number) =>
    (round >= rounds || performance.now() >= end) && killed > 0 && acknowledged.size > 0
  for (let round = 0; !isDone(round); round += 1) {
    const batch = [0, 1, 2].map(async (lane) => {
      // Lanes 0 and 1 share a session, lane 2 makes new ones.
      const id = lane < 2 ? 'shared' : `own-${round}`
      const delay = moment * (0.7 + 0.4 * Math.random())
      const isAcknowledged = await flushAndKill(id, `${round} ${lane}`, delay)
      moment *= isAcknowledged ? 0.93 : 1.12
      if (isAcknowledged) acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1)
      else killed += 1
    })
    await Promise.all(batch)
  }
  expect(killed).toBeGreaterThan(0)
  expect(acknowledged.size).toBeGreaterThan(0)
  const store = openStore()
  for (const [id, prompts] of acknowledged) {
    const session = await store.load(id)
    expect(session?.messages, `${id} of ${prompts}`).toBeGreaterThanOrEqual(prompts)
  }
  for (const { id } of await store.list()) expect(await store.load(id)).toBeDefined()
}, 120_000)

test('many processes on one session lose nothing of each other', async () => {
  const prompts = Array.from({ length: 6 }, (_, index) => `prompt ${index}`)
  const ends = await Promise.all(
    prompts.map((prompt) =>
      runExample('claw', ['flush-transcript', prompt, '--session-id', 'shared'], { cwd: folder }),
    ),
  )
  expect(ends.filter(({ exit }) => exit !== 0)).toEqual([])
  const session = await openStore().load('shared')
  const texts = session?.records.flatMap((record) =>
    record.type === 'prompt_history' ? [record.text] : [],
  )
  expect(texts?.toSorted()).toEqual(prompts.toSorted())
})

test('many processes with sessions of their own do not meet', async () => {
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => runExample('claw', ['flush-transcript', 'x'], { cwd: folder })),
  )
  expect(ends.every(({ exit }) => exit === 0)).toBe(true)
  const sessions = await openStore().list()
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(4)
  const names = await readdir(join(folder, '.claw', 'sessions'))
  expect(names.filter((name) => !name.endsWith('.jsonl'))).toEqual([])
})
