export type AttributeValue = string | number | boolean | null | undefined
export type Attributes = Readonly<Record<string, AttributeValue>>

/** A finished span; times are milliseconds since the epoch. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly traceState?: string | undefined
  readonly name: string
  readonly kind: keyof typeof KINDS
  readonly start: number
  readonly end: number
  readonly attributes: Attributes
  readonly events?: readonly {
    readonly name: string
    readonly at: number
    readonly attributes: Attributes
  }[]
  /** What went wrong; absent if nothing did. */
  readonly error?: string | undefined
}

export const KINDS = { internal: 1, server: 2, client: 3 } as const
export const STATUS_ERROR = 2
/** Spans that are sent at once, at most. */
const PAGE = 256
/** Spans that wait for a collector, at most: later ones are dropped. */
const MOST = 4096
const SEND_EVERY_MS = 1000
/** How long the end of a process waits for the collector, unless OTEL_EXPORTER_OTLP_TIMEOUT says less. */
export const LAST_MS = 500

/** Sends spans as OTLP in JSON. Never throws, never keeps a process alive: what cannot be sent is dropped. */
export class SpanWriter {
  readonly #env: Readonly<NodeJS.ProcessEnv>
  readonly #waiting: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(env: Readonly<NodeJS.ProcessEnv>) {
    this.#env = env
    // A program that ends by itself still sends what it has.
    process.once('beforeExit', () => void this.flush())
  }

  add(span: Span): void {
    if (this.#waiting.length < MOST) this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), SEND_EVERY_MS).unref()
  }

  /** Sends what is waiting; resolves after a set time in any case. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const signal = AbortSignal.timeout(limitOf(this.#env))
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, PAGE)
      this.#sending = this.#sending.then(() => this.#send(spans, signal))
    }
    await this.#sending
  }

  #send(spans: readonly Span[], signal: AbortSignal): Promise<void> {
    const scope = { scope: { name: 'surety' }, spans: spans.map(toJson) }
    const body = { resourceSpans: [{ resource: resourceOf(this.#env), scopeSpans: [scope] }] }
    // A collector that is away must not fail a call.
    return postOtlp(this.#env, 'traces', body, signal).catch(() => {})
  }
}

let writer: SpanWriter | undefined

export function spanWriter(env: Readonly<NodeJS.ProcessEnv>): SpanWriter {
  return (writer ??= new SpanWriter(env))
}

/** Posts a document to the collector; rejects unless it was taken. */
export async function postOtlp(
  env: Readonly<NodeJS.ProcessEnv>,
  signalName: 'metrics' | 'traces',
  body: object,
  signal: AbortSignal,
): Promise<void> {
  const own = env[`OTEL_EXPORTER_OTLP_${signalName.toUpperCase()}_ENDPOINT`]
  const base = (env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '').replace(/(?<!\/)\/+$/, '')
  const url = new URL(own ?? `${base}/v1/${signalName}`)
  // Not fetch: Node takes some hundred milliseconds more to load it and to end after it.
  const isSecure = url.protocol === 'https:'
  const { request } = await (isSecure ? import('node:https') : import('node:http'))
  const given = pairs(env['OTEL_EXPORTER_OTLP_HEADERS'])
  const headers = { ...given, 'content-type': 'application/json' }
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal, agent: false }, (answer) => {
      const { statusCode = 0 } = answer
      const problem = new Error(`the collector answered with status ${statusCode}`)
      const settle = () => (statusCode >= 200 && statusCode < 300 ? resolve() : reject(problem))
      answer.on('error', reject).on('end', settle).resume()
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

export function resourceOf(env: Readonly<NodeJS.ProcessEnv>) {
  const given = pairs(env['OTEL_RESOURCE_ATTRIBUTES'])
  const name = env['OTEL_SERVICE_NAME'] ?? given['service.name'] ?? 'surety'
  return { attributes: attributeList({ ...given, 'service.name': name }) }
}

/** Writes attributes as the protocol has them; those without a value are left out. */
export function attributeList(attributes: Attributes): readonly { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]): { key: string; value: object }[] => {
    if (value == null) return []
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }]
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }]
    // 64-bit integers are texts in JSON.
    const number = Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    return [{ key, value: number }]
  })
}

function toJson(span: Span) {
  const { traceId, spanId, parentSpanId, traceState, name, error } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    ...(traceState !== undefined && { traceState }),
    name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanos(span.start),
    endTimeUnixNano: nanos(Math.max(span.start, span.end)),
    attributes: attributeList(span.attributes),
    events: (span.events ?? []).map((event) => ({
      timeUnixNano: nanos(event.at),
      name: event.name,
      attributes: attributeList(event.attributes),
    })),
    status: error === undefined ? {} : { code: STATUS_ERROR, message: error },
  }
}

/** Nanoseconds since the epoch are longer than a number is exact. */
export function nanos(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}

/** Reads `a=1,b=2`, with values in percent encoding. */
function pairs(text = ''): Record<string, string> {
  const found = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const]
  })
  return Object.fromEntries(found)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign is meant as it is.
    return text
  }
}

function limitOf(env: Readonly<NodeJS.ProcessEnv>): number {
  const given = Number(env['OTEL_EXPORTER_OTLP_TIMEOUT'] ?? LAST_MS)
  return given > 0 ? Math.min(given, LAST_MS) : LAST_MS
}
