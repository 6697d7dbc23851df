import { createServer } from 'node:http'

/** A span, with its attributes as an object. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly { readonly name: string }[]
  readonly status: { readonly code?: number }
}

/** A collector that takes nothing that the protocol does not have. */
export interface Collector {
  readonly url: string
  readonly spans: ReceivedSpan[]
  readonly metrics: Loose[]
  /** What was wrong with what it got. */
  readonly problems: string[]
  close(): void
}

// oxlint-disable-next-line typescript/no-explicit-any -- documents from outside; the checks below look at each member
type Loose = any

/** Starts a collector. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const metrics: Loose[] = []
  const problems: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const type = request.headers['content-type']
      if (request.method !== 'POST' || type !== 'application/json')
        problems.push(`${request.method} with ${type}`)
      const document: Loose = JSON.parse(body)
      if (request.url === '/v1/traces') {
        problems.push(...wrongWith(document, REQUESTS.traces, '$'))
        for (const { scopeSpans } of document.resourceSpans)
          for (const scope of scopeSpans)
            for (const span of scope.spans)
              spans.push({ ...span, attributes: toObject(span.attributes) })
      } else if (request.url === '/v1/metrics') {
        problems.push(...wrongWith(document, REQUESTS.metrics, '$'))
        metrics.push(document)
      } else problems.push(`no such path: ${request.url}`)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, spans, metrics, problems, close }
}

/** A description of a document: a test of a text or number, a list of one kind, or members (`?` may be absent). */
type Shape = ((value: unknown) => boolean) | [Shape] | { readonly [member: string]: Shape }

const text: Shape = (value) => typeof value === 'string'
const hex =
  (digits: number): Shape =>
  (value) =>
    typeof value === 'string' && new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`).test(value)
/** 64-bit numbers are texts in the JSON of protocol buffers. */
const long: Shape = (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value)
const number: Shape = (value) => typeof value === 'number' && Number.isFinite(value)
const among =
  (...numbers: readonly number[]): Shape =>
  (value) =>
    numbers.includes(value as number)

const value: Shape = {
  stringValue_: text,
  intValue_: long,
  boolValue_: (given) => typeof given === 'boolean',
  doubleValue_: number,
}
const attributes: Shape = [{ key: text, value }]
const resource: Shape = { attributes }
const scope: Shape = { name: text, version_: text }

/** The messages of opentelemetry-proto 1.x that are sent here, in their JSON form. */
const REQUESTS = {
  traces: {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            scope,
            spans: [
              {
                traceId: hex(32),
                spanId: hex(16),
                parentSpanId_: hex(16),
                traceState_: text,
                name: (given: unknown) => typeof given === 'string' && given !== '',
                kind: among(1, 2, 3, 4, 5),
                startTimeUnixNano: long,
                endTimeUnixNano: long,
                attributes,
                events: [{ timeUnixNano: long, name: text, attributes }],
                status: { code_: among(0, 1, 2), message_: text },
              },
            ],
          },
        ],
      },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            scope,
            metrics: [
              {
                name: text,
                unit: text,
                histogram: {
                  aggregationTemporality: among(1, 2),
                  dataPoints: [
                    {
                      attributes,
                      startTimeUnixNano: long,
                      timeUnixNano: long,
                      count: long,
                      sum: number,
                      bucketCounts: [long],
                      explicitBounds: [number],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  },
} satisfies Record<string, Shape>

function wrongWith(given: Loose, shape: Shape, at: string): readonly string[] {
  if (typeof shape === 'function') return shape(given) ? [] : [`${at}: ${JSON.stringify(given)}`]
  if (Array.isArray(shape)) {
    if (!Array.isArray(given)) return [`${at} is no list`]
    return given.flatMap((item, index) => wrongWith(item, shape[0], `${at}[${index}]`))
  }
  if (typeof given !== 'object' || given === null) return [`${at} is no object`]
  const known = new Map(Object.entries(shape).map(([name, of]) => [name.replace(/_$/, ''), of]))
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  const missing = Object.keys(shape).filter((name) => !name.endsWith('_') && !(name in given))
  return [
    ...unknown.map((name) => `${at}.${name} is unknown`),
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(given).flatMap(([name, member]) =>
      known.has(name) ? wrongWith(member, known.get(name)!, `${at}.${name}`) : [],
    ),
  ]
}

function toObject(list: readonly Loose[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    list.map(({ key, value: { intValue, ...other } }) => [
      key as string,
      intValue === undefined ? Object.values(other)[0] : Number(intValue),
    ]),
  )
}
