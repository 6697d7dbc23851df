import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { Parsed } from '../processes/workspace.ts'
import { createQueueBench, dataOf, until, type Started } from './queue-bench.ts'

test('5,000 calls under 30 kills of workers, 3 of the producer, 5 of the server', async () => {
  const file = new URL('../../../bench/results/queue-kills.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(await killEveryone(KILLS), null, 2)}\n`)
}, 1_800_000)

const KILLS = { calls: 5000, workers: 30, producer: 3, server: 5, held: 9000 }

/** How many calls, and how often who is killed. */
interface Killing {
  readonly calls: number
  readonly workers: number
  readonly producer: number
  readonly server: number
  /** Milliseconds that a worker is held; longer than its sign of life lasts. */
  readonly held: number
}

/**
 * Runs calls with countable effects on three workers while everyone is killed, and checks the promise: no call
 * twice, none missing, every doubt listed with what is known.
 */
async function killEveryone(plan: Killing) {
  const bench = await createQueueBench()
  const script = (id: string) => `echo ${id} >> '${bench.at('effects')}'; sleep 0.03; echo ${id}`
  const ids = Array.from({ length: plan.calls }, (_, index) => `c${index}`)
  const calls = bench.calls(
    'calls.jsonl',
    ids.map((id) => ({ id, argv: ['sh', '-c', script(id)] })),
  )
  const startWorker = (): Started => bench.start(['worker', '--tools', '*'])
  const workers = [0, 1, 2].map(startWorker)
  /** The workers that were killed or held: only their calls may be in doubt. */
  const hit = new Set<number>()
  const produce = (): Started =>
    bench.start(['batch', calls, '--batch', 'kills', '--format', 'jsonl'])
  let producer = produce()
  let isDone = false
  const watch = ({ end }: Started): void =>
    void end.then(({ signal }) => (isDone ||= signal !== 'SIGKILL'))
  const startedAt = Date.now()
  await until(() => bench.effects('effects').length > 5)
  const acts = [
    ...Array<'worker'>(plan.workers).fill('worker'),
    ...Array<'producer'>(plan.producer).fill('producer'),
    ...Array<'server'>(plan.server).fill('server'),
    'held' as const,
  ]
  // The same mixture every time, spread over the batch.
  const order = acts.map((act, at) => ({ act, at: (at * 7) % acts.length }))
  for (const [turn, { act }] of order.toSorted((a, b) => a.at - b.at).entries()) {
    const share = ((turn + 1) / (acts.length + 1)) * plan.calls
    await until(() => bench.effects('effects').length >= share * 0.9 || isDone, 300_000)
    const which = turn % workers.length
    if (act === 'worker') {
      hit.add(workers[which]!.child.pid!)
      workers[which]!.child.kill('SIGKILL')
      workers[which] = startWorker()
    } else if (act === 'producer') {
      producer.child.kill('SIGKILL')
      producer = produce()
    } else if (act === 'server') {
      await bench.server.kill()
      await wait(300)
      await bench.server.start()
    } else {
      const { child } = workers[which]!
      hit.add(child.pid!)
      child.kill('SIGSTOP')
      setTimeout(() => child.kill('SIGCONT'), plan.held)
    }
  }
  watch(producer)
  const { lines, stderr } = await producer.end
  const seconds = (Date.now() - startedAt) / 1000
  const { data: doubts } = (await bench.batch('doubts', 'kills')).envelope as {
    data: Parsed[]
  }
  const status = dataOf(await bench.batch('status', 'kills'))
  const ends = await bench.drain(...workers)
  await bench.killAll()
  const effects = bench.effects('effects')
  await bench.remove()

  const counts = new Map<string, number>()
  for (const id of effects) counts.set(id, (counts.get(id) ?? 0) + 1)
  const twice = [...counts].filter(([, count]) => count > 1)
  expect(twice, 'calls that ran twice').toEqual([])
  expect(lines.length, stderr).toBe(plan.calls)
  const answered = new Set(lines.map((line) => line.id as string))
  const missing = ids.filter((id) => !answered.has(id))
  expect(missing, 'calls without an answer').toEqual([])
  const failed = lines.filter(({ ok }) => !ok)
  for (const { error } of failed) expect(error.code).toBe('CALL_IN_DOUBT')
  const unseen = lines.filter(({ ok, id }) => ok && counts.get(id) !== 1)
  expect(unseen, 'answers without their effect').toEqual([])
  for (const { id, worker } of doubts) {
    expect(worker.host, id).toBeTruthy()
    expect(hit, id).toContain(worker.pid)
    expect(Date.parse(worker.at), id).toBeGreaterThan(startedAt - 60_000)
  }
  expect(status).toMatchObject({ total: plan.calls, waiting: 0, running: 0 })
  expect(status.in_doubt).toBe(doubts.length)
  // One that starts while the server is away says so and ends with UNAVAILABLE.
  for (const { code } of ends) expect([0, 12]).toContain(code)
  const ran = doubts.filter(({ id }) => counts.has(id as string)).length
  return { ...plan, seconds, twice: 0, missing: 0, doubts: doubts.length, doubts_that_ran: ran }
}
