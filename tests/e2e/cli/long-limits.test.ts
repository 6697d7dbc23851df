import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

// Timers of Node fire at once beyond 2^31 - 1 ms, which is less than 25 days.
test.each(['--timeout=60d', '--timeout=99999999d', '--timeout=0', '--max-wait=60d'])(
  'run %s does not fire at once',
  async (flag) => {
    const { envelope, stderr } = await bench.surety([
      'run',
      flag,
      '--',
      'sh',
      '-c',
      'sleep 0.1; echo a',
    ])
    expect(envelope).toMatchObject({ ok: true, data: { stdout: 'a\n' } })
    expect(stderr).toBe('')
  },
)
