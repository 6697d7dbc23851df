import type { ChildProcess } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { defineCli } from 'surety'
import { toFetch } from 'surety/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connect, root } from '../mcp/connect.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../processes/collector.ts'
import { suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'
import { createQueueBench, hasRedis, until } from '../queue/queue-bench.ts'

let bench: Bench
let collector: Collector
beforeAll(async () => {
  bench = await createBench()
  collector = await startCollector()
})
afterAll(async () => {
  collector.close()
  await bench.remove()
})

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const outer = { TRACEPARENT: `00-${trace}-${parent}-01`, TRACESTATE: 'a=b', BAGGAGE: 'user=7' }

/** Follows a span to those above it, by name. */
function lineage(
  spans: readonly ReceivedSpan[],
  span: ReceivedSpan | undefined,
): readonly string[] {
  if (span === undefined) return []
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [`${span.name} ${span.kind === 3 ? 'client' : 'internal'}`, ...lineage(spans, above)]
}

const nested = (script: string) => [process.execPath, suretyFile, 'run', '--', 'sh', '-c', script]

describe('a run', () => {
  test('is a span of the caller and one of the callee, in the trace that it was called in', async () => {
    const env = { ...outer, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'tests' }
    const words = ['run', '--', ...nested('echo $TRACEPARENT $TRACESTATE $BAGGAGE; exit 3')]
    const { code, envelope } = await bench.surety(words, { env })
    expect(code).not.toBe(0)
    const spans = collector.spans.splice(0)
    expect(collector.problems).toEqual([])
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
    const inner = spans.find(({ name }) => name === 'sh')
    expect(lineage(spans, inner)).toEqual([
      'sh client',
      'surety internal',
      'surety client',
      'surety internal',
    ])
    expect(spans.some(({ parentSpanId }) => parentSpanId === parent)).toBe(true)
    expect(inner).toMatchObject({
      traceState: 'a=b',
      status: { code: 2 },
      events: [{ name: 'attempt' }],
      attributes: {
        'process.executable.name': 'sh',
        'process.exit.code': 3,
        'error.type': 'EXIT_STATUS',
      },
    })
    const said = JSON.stringify(envelope)
    expect(said).toContain(`00-${trace}-${inner!.spanId}-01 a=b user=7`)
  })

  test('starts a trace without the state of another one if it was called in none', async () => {
    const env = { ...outer, TRACEPARENT: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const words = ['run', '--', 'sh', '-c', 'echo $TRACESTATE $BAGGAGE']
    const { envelope } = await bench.surety(words, { env })
    expect(envelope.data.stdout).toBe('user=7\n')
    const states = collector.spans.splice(0).map(({ traceState }) => traceState)
    expect(states).toEqual([undefined, undefined])
  })

  test('is not recorded if its caller does not want that', async () => {
    const env = {
      TRACEPARENT: `00-${trace}-${parent}-00`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }
    await bench.surety(['run', '--', 'true'], { env })
    expect(collector.spans).toEqual([])
  })

  test.each([
    ['away', 'http://127.0.0.1:1'],
    ['no address', 'nonsense'],
  ])('is neither failed nor held up by a collector that is %s', async (_, url) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url }
    const { code, envelope } = await bench.surety(['run', '--', 'echo', 'fine'], { env })
    expect(code).toBe(0)
    expect(envelope.data.stdout).toBe('fine\n')
  })

  const slow: readonly (readonly [string, (response: ServerResponse) => unknown, number])[] = [
    ['answers', (response) => response.end('{}'), 0],
    ['never answers', () => {}, 500],
    ['drips', (response) => setInterval(() => response.write(' '), 100).unref(), 500],
  ]
  test.each(slow)(
    'waits half a second at most for a collector that %s',
    async (_, answer, setMs) => {
      const server = createServer((request, response) =>
        request.resume().on('end', () => answer(response)),
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
      /** From the answer to the exit. */
      const time = async (): Promise<number> => {
        let answeredAt = 0
        let endedAt = 0
        const onStart = (child: ChildProcess): void => {
          child.stdout!.once('data', () => (answeredAt = performance.now()))
          child.once('exit', () => (endedAt = performance.now()))
        }
        const { code } = await bench.surety(['run', '--', 'true'], { env, onStart })
        expect(code).toBe(0)
        return endedAt - answeredAt
      }
      // On a busy machine an end may look late, or an answer that is read late may look close to it.
      const seen: number[] = []
      const isAsSet = (ms: number): boolean => ms > setMs - 100 && ms < setMs + 300
      while (!seen.some(isAsSet) && seen.length < 6) seen.push(await time())
      server.closeAllConnections()
      server.close()
      expect(seen).toSatisfy((all: number[]) => all.some(isAsSet))
    },
  )
})

/** The parent that a message carries. */
const carried = { traceparent: outer.TRACEPARENT, tracestate: 'a=b', baggage: 'user=7' }

test('a call over MCP is a span of the trace in its _meta, and says which', async () => {
  collector.spans.splice(0)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const words = [join(root, 'examples/hello/hello'), '--mcp', '--mcp-tools', 'greet']
  const { client } = await connect(words, { env })
  const greet = (name: string) =>
    client.callTool({ name: 'greet', arguments: { name }, _meta: carried })
  await greet('Ada')
  const { _meta: meta } = await greet('Bob')
  await client.close()
  await until(() => collector.spans.length === 2)
  expect(collector.problems).toEqual([])
  const spans = collector.spans.splice(0)
  const last = spans.find(({ spanId }) => meta?.['traceparent'] === `00-${trace}-${spanId}-01`)
  expect(spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [trace, parent],
    [trace, parent],
  ])
  expect(last).toMatchObject({ kind: 2, name: 'tools/call', traceState: 'a=b' })
  expect(last!.attributes).toMatchObject({ 'surety.command': 'greet' })
})

test('a call over HTTP is a span of the trace in its headers', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const cli = defineCli({
    name: 'traced',
    danger: 'safe',
    run: ({ processEnv }) => ({ ...given(processEnv) }),
  })
  const given = ({ TRACEPARENT, TRACESTATE, BAGGAGE }: NodeJS.ProcessEnv) => ({
    seen: [TRACEPARENT, TRACESTATE, BAGGAGE].join(' '),
  })
  const request = new Request('http://localhost/traced', { headers: carried })
  const response = await toFetch(cli, { env })(request)
  const { data } = (await response.json()) as { data: { seen: string } }
  await until(() => collector.spans.length > 0)
  const [span] = collector.spans.splice(0)
  expect(collector.problems).toEqual([])
  expect(span).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2, name: 'GET' })
  expect(span!.attributes).toMatchObject({ 'url.path': '/traced', 'http.request.method': 'GET' })
  expect(data.seen).toBe(`00-${trace}-${span!.spanId}-01 a=b user=7`)
})

test('a provider that is registered with the API gets the spans instead of the collector', async () => {
  // What the API of OpenTelemetry keeps for all of its copies, and a provider that prints.
  const script = `
    const KEY = Symbol.for('OpenTelemetry Context Key SPAN')
    let next = 1
    const startSpan = (name, { kind }, context) => {
      const above = context.getValue(KEY)?.spanContext()
      const id = String(next++).padStart(16, '0')
      const ids = { traceId: above.traceId, spanId: id, traceFlags: 1 }
      return {
        spanContext: () => ids,
        updateName: (last) => (name = last),
        setAttributes() {}, addEvent() {}, setStatus() {},
        end: () => process.stderr.write('SPAN ' + [name, kind, id, above.spanId].join(' ') + '\\n'),
      }
    }
    globalThis[Symbol.for('opentelemetry.js.api.1')] = { trace: { getTracer: () => ({ startSpan }) } }`
  const env = {
    ...outer,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  }
  const words = ['run', '--', 'sh', '-c', 'echo $TRACEPARENT']
  const { stderr, envelope } = await bench.surety(words, { env })
  const own = '0000000000000001'
  const inner = '0000000000000002'
  expect(stderr).toContain(`SPAN sh 2 ${inner} ${own}`)
  expect(stderr).toContain(`SPAN surety 0 ${own} ${parent}`)
  expect(envelope.data.stdout).toBe(`00-${trace}-${inner}-01\n`)
  expect(collector.spans).toEqual([])
})

test.skipIf(!hasRedis)(
  'a batch is one trace through producer, worker, tool and child (needs redis-server, openssl)',
  async () => {
    const queue = await createQueueBench()
    collector.spans.splice(0)
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const worker = queue.start(['worker', '--tools', '*'], { env })
    const calls = queue.calls('calls.jsonl', [{ id: 'one', argv: nested('echo here') }])
    const { code } = await queue.start(['batch', calls], { env: { ...env, ...outer } }).end
    expect(code).toBe(0)
    worker.child.kill('SIGTERM')
    await worker.end
    await queue.remove()
    expect(collector.problems).toEqual([])
    const { spans } = collector
    const child = spans.find(({ name }) => name === 'sh')
    expect(child?.traceId).toBe(trace)
    expect(lineage(spans, child)).toEqual([
      'sh client',
      'surety internal',
      'surety client',
      'surety internal',
    ])
    // The worker's own span is another trace: it runs the calls of many.
    const own = spans.find(({ attributes }) => attributes['surety.command'] === 'worker')
    expect(own?.traceId).not.toBe(trace)
  },
)
