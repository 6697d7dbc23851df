import { test } from 'vitest'

import { killEveryone } from './kills.ts'

test('5,000 calls under 30 kills of workers, 3 of the producer, 5 of the server', async () => {
  const found = await killEveryone({ calls: 5000, workers: 30, producer: 3, server: 5, held: 9000 })
  process.stderr.write(`${JSON.stringify(found)}\n`)
}, 1_800_000)
