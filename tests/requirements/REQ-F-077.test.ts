import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

describe('requests', () => {
  const hanging = createServer(() => {})
  let connections = 0
  hanging.on('connection', () => (connections += 1))
  const timed = async (env: Record<string, string>) => {
    const started = performance.now()
    const before = connections
    const ended = await lower(['one'], { env })
    return { ...ended, ms: performance.now() - started, connections: connections - before }
  }
  let [off, plain]: Awaited<ReturnType<typeof timed>>[] = []
  let collector = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    collector = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    off = await timed({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, NO_TELEMETRY: '1', CI: 'true' })
    plain = await timed({ CI: 'true' })
  })
  afterAll(() => {
    hanging.closeAllConnections()
    hanging.close()
  })

  it('REQ-F-077/3,5,6: of the tool itself are none in CI, and none where they are turned off', () => {
    expect([off!.code, off!.connections]).toEqual([0, 0])
    expect([plain!.code, plain!.connections]).toEqual([0, 0])
  })
})
