import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createClient } from '@surety/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'
import { bin } from './scripted-calls.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'surety-orders-'))
const orders = folder()
const script = join(bin, 'client/orders.mjs')
const program = [process.execPath, script]
const env = { ORDERS: orders }
const readOf = (id: string) => `${process.execPath} ${script} order show ${id} --book b2`
let bench: Bench

beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  await bench.killAll()
  await bench.remove()
})

test('a call in doubt names the read of the manifest, with the words of the call', async () => {
  const words = ['--', ...program, 'place', '7', '-b', 'b2', '--price-limit=3']
  const call = ['run', '--timeout', '3s', ...words]
  const before = await bench.surety(call, { env })
  expect(before.envelope.meta.verdict).toMatchObject({ reason: 'IN_DOUBT' })
  expect(before.envelope.meta.verdict).not.toHaveProperty('settles')
  await bench.surety(['memory', 'learn', '--', ...program], { env })
  const { envelope } = await bench.surety(call, { env })
  expect(envelope).toMatchObject({
    ok: false,
    meta: { verdict: { reason: 'IN_DOUBT', settles: readOf('7') } },
  })
  const text = await bench.surety(['run', '--text', '--timeout', '3s', ...words], { env })
  expect(text.stderr).toContain(` This tells whether it happened: ${readOf('7')}\n`)
  const told = await bench.surety(['run', '--', ...readOf('7').split(' ')], { env })
  expect(told.envelope).toMatchObject({ ok: true, data: { id: '7', book: 'b2' } })
})

test('a tool that changed since is asked for its manifest again', async () => {
  const own = join(folder(), 'orders.mjs')
  writeFileSync(own, `import '${pathToFileURL(script).href}'\n`)
  const client = createClient({ memory: join(folder(), 'tools'), env, timeoutMs: 3000 })
  const argv = [process.execPath, own]
  await client.learn(argv)
  utimesSync(own, 1, 1)
  const { verdict } = await client.run([...argv, 'place', '8'])
  expect(verdict).toMatchObject({
    reason: 'IN_DOUBT',
    settles: `${argv.join(' ')} order show 8 --book main`,
  })
})
