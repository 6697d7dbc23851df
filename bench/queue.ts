import { writeFileSync } from 'node:fs'

import { Queue, Worker } from 'bullmq'

import { createQueueBench } from '../tests/e2e/queue/queue-bench.ts'

/**
 * Calls of `true` a second on a queue with one worker, against the same batch without a queue, and against jobs of
 * the engine alone that do nothing. All with four at once, on one machine with the server.
 */
const [CALLS, JOBS, AT_ONCE] = [400, 4000, 4]

const bench = await createQueueBench()
const worker = bench.start(['worker', '--tools', 'true', '--concurrency', String(AT_ONCE)])
const calls = bench.calls(
  'calls.jsonl',
  Array.from({ length: CALLS }, () => ({ argv: ['true'] })),
)
const one = bench.calls('one.jsonl', [{ argv: ['true'] }])
await bench.batch(one)
const here = await time(CALLS, () => bench.surety(['batch', calls, '-c', String(AT_ONCE)]))
const queued = await time(CALLS, () => bench.batch(calls))
const empty = await time(JOBS, runEmptyJobs)
await bench.drain(worker)
await bench.remove()
const report = {
  node: process.version,
  at_once: AT_ONCE,
  per_second: { one_machine: here, queue: queued, empty_jobs: empty },
  queue_to_one_machine: round(queued / here),
  queue_to_empty_jobs: round(queued / empty),
}
writeFileSync(
  new URL('results/queue.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
)
process.stdout.write(`${JSON.stringify(report)}\n`)

async function time(count: number, run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return Math.round(count / ((performance.now() - start) / 1000))
}

async function runEmptyJobs(): Promise<void> {
  const { hostname, port } = new URL(bench.server.address)
  const connection = { host: hostname, port: Number(port), maxRetriesPerRequest: null }
  const queue = new Queue('empty', { connection })
  const jobs = Array.from({ length: JOBS }, () => ({ name: 'job', data: {} }))
  let left = JOBS
  const worker = new Worker('empty', async () => {}, { connection, concurrency: AT_ONCE })
  const done = new Promise<void>((resolve) => {
    worker.on('completed', () => (left -= 1) === 0 && resolve())
  })
  await queue.addBulk(jobs)
  await done
  await worker.close()
  await queue.close()
}

function round(share: number): number {
  return Number(share.toFixed(2))
}
