import { readFileSync, writeFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { SuretyEnd } from '../processes/workspace.ts'
import { createQueueBench, dataOf, type QueueBench } from './queue-bench.ts'

const CALLS = 100_000
/** Most memory that a program may have had, in megabytes. The first needs some 80 to start at all. */
const MOST = {
  worker: 250,
  producer: 350,
  resumed: 350,
  results: 200,
  file: 300,
  file_results: 300,
}

let bench: QueueBench
const found: Record<string, { seconds: number; megabytes: number }> = {}
beforeAll(async () => {
  bench = await createQueueBench()
})
afterAll(async () => {
  await bench.killAll()
  await bench.remove()
  const file = new URL('../../../bench/results/queue-large.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify({ calls: CALLS, ...found }, null, 2)}\n`)
})

/** Gives variables that make a program write down how much memory it had, and reads that. */
function measured(name: keyof typeof MOST) {
  const file = bench.at(`${name}.rss`)
  const script = `import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync('${file}', String(process.resourceUsage().maxRSS)))`
  const startedAt = Date.now()
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`
  const check = (): void => {
    const megabytes = Math.round(Number(readFileSync(file, 'utf8')) / 1024)
    found[name] = { seconds: Math.round((Date.now() - startedAt) / 1000), megabytes }
    expect(megabytes, name).toBeLessThan(MOST[name])
  }
  return { env: { NODE_OPTIONS, NODE_NO_WARNINGS: '1' }, check }
}

async function run(name: keyof typeof MOST, words: readonly string[]): Promise<SuretyEnd> {
  const { env, check } = measured(name)
  const argv = [...words, '--format', 'jsonl']
  const end = await (name.startsWith('file')
    ? bench.surety(argv, { env })
    : bench.start(argv, { env }).end)
  check()
  expect(end.lines).toHaveLength(CALLS)
  expect(end.lines.every(({ index }, at) => index === at)).toBe(true)
  return end
}

test('100,000 calls on a queue, in bounded memory', async () => {
  // Most are refused by the worker, which takes and answers them as all others, without a process.
  const argvOf = (at: number) => [at % 200 === 0 ? 'true' : '/nowhere/true', String(at)]
  const calls = bench.calls(
    'large.jsonl',
    Array.from({ length: CALLS }, (_, at) => ({ argv: argvOf(at) })),
  )
  const { env, check } = measured('worker')
  const worker = bench.start(['worker', '--tools', 'true', '--concurrency', '16'], { env })
  const words = ['batch', calls, '--batch', 'large']
  const { lines } = await run('producer', words)
  expect(lines.filter(({ ok }) => ok as boolean)).toHaveLength(CALLS / 200)
  await bench.drain(worker)
  check()
  await run('results', ['batch', 'results', 'large'])
  const again = await run('resumed', words)
  expect(again.lines.every(({ resumed }) => resumed as boolean)).toBe(true)
  const counts = { total: CALLS, succeeded: CALLS / 200, waiting: 0, running: 0, in_doubt: 0 }
  expect(dataOf(await bench.batch('status', 'large'))).toMatchObject(counts)
}, 1_800_000)

test('100,000 calls in a state file, in bounded memory', async () => {
  const call = { argv: ['true'], cwd: bench.folder }
  const state = bench.at('large.state')
  const one = bench.calls('one.jsonl', [call])
  await bench.surety(['batch', one, '--state', state])
  const [start, end] = readFileSync(state, 'utf8').split('\n')
  // An earlier run got nearly to the end; the same call has the same key but for its place.
  const earlier = Array.from({ length: CALLS - 100 }, (_, at) =>
    [start!, end!].map((line) =>
      line.replace('"#0@', `"#${at}@`).replace('"index":0', `"index":${at}`),
    ),
  )
  writeFileSync(state, `${earlier.flat().join('\n')}\n`)
  const many = Array.from({ length: CALLS }, () => call)
  const calls = bench.calls('file.jsonl', many)
  const { lines } = await run('file', ['batch', calls, '--state', state])
  expect(lines.filter(({ resumed }) => resumed as boolean)).toHaveLength(CALLS - 100)
  await run('file_results', ['batch', 'results', state])
}, 1_800_000)
