import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

const collector = createServer(() => {})
let connections = 0
collector.on('connection', () => (connections += 1))
beforeAll(
  () => new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', () => resolve())),
)
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

it('a tool sends nothing by itself, even where a collector is named', async () => {
  const named = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: named, CI: 'true' }
  const { code } = await lower(['one'], { env })
  expect([code, connections]).toEqual([0, 0])
})
