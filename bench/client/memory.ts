import { createClient } from '../../packages/client/src/client/public.ts'

// Ten thousand short runs, eight at a time: the heap after each tenth of them, garbage collected.
//
//   node --expose-gc --import tsx bench/client/memory.ts [runs]

const RUNS = Number(process.argv[2] ?? 10_000)
const client = createClient({ memory: false, dialect: 'plain', concurrency: 8 })
const points: object[] = []

await batch(RUNS / 100)
const start = performance.now()
for (let tenth = 0; tenth <= 10; tenth += 1) {
  if (tenth > 0) await batch(RUNS / 10)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  points.push({
    runs: (RUNS / 10) * tenth,
    heap_mb: mb(heapUsed),
    rss_mb: mb(rss),
    listeners: process.listenerCount('exit'),
  })
}
const ms = Math.round(((performance.now() - start) / RUNS) * 100) / 100
console.log(JSON.stringify({ runs: RUNS, node: process.version, ms_per_run: ms, points }, null, 2))

async function batch(runs: number): Promise<void> {
  let left = runs
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await client.run(['/bin/true'])
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10
}
