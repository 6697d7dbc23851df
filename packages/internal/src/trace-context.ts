import { randomUUID } from 'node:crypto'

/** Where a span belongs, in terms of W3C trace context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The span of the caller, if there is one. */
  readonly parentSpanId: string | undefined
  /** A new span: 16 hexadecimal digits. */
  readonly spanId: string
  readonly flags: string
}

/** Later versions may have more behind it, the first one may not. */
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Continues the trace of a `traceparent`, with a new span, or starts one. */
export function traceContext(parent = '', otherwise?: string): TraceContext {
  const [, traceId, parentSpanId, flags = '01'] = TRACEPARENT.exec(parent) ?? []
  return {
    traceId: traceId ?? otherwise ?? newTraceId(),
    parentSpanId,
    spanId: newTraceId().slice(0, 16),
    flags,
  }
}

/** Gives the trace that a message carries, as variables; what is not well-formed is left out. */
export function carriedTrace(read: (name: string) => unknown): Readonly<Record<string, string>> {
  const fit = (name: string, pattern: RegExp): Record<string, string> => {
    const value = read(name)
    const isFit = typeof value === 'string' && value.length <= 8192 && pattern.test(value)
    return isFit ? { [name.toUpperCase()]: value } : {}
  }
  const parent = fit('traceparent', TRACEPARENT)
  const state = 'TRACEPARENT' in parent ? fit('tracestate', PRINTABLE) : {}
  return { ...parent, ...state, ...fit('baggage', PRINTABLE) }
}

const PRINTABLE = /^[\x20-\x7E]+$/

/** Writes the `traceparent` that makes a span the parent. */
export function traceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags}`
}

/** Uses a UUID: never all zeros, and Node generates them in bulk, which is faster than random bytes. */
function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}
