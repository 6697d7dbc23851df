import { randomUUID } from 'node:crypto'

/** The trace of a call, in terms of W3C trace context. */
export interface Trace {
  /** The id in the journal and in the environment of children. */
  readonly id: string
  /** 32 hexadecimal digits. */
  readonly traceId: string
  readonly flags: string
}

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/

/** Continues the trace of an environment, or starts one. */
export function traceFrom(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv = {}): Trace {
  const read = (name: string) => own[name] ?? env[name]
  const parent = TRACEPARENT.exec(read('TRACEPARENT') ?? read('traceparent') ?? '')
  const given = read('TOOL_TRACE_ID')
  const traceId = parent?.[1] ?? idFrom(given) ?? newTraceId()
  return { id: isUsable(given) ? given : traceId, traceId, flags: parent?.[2] ?? '01' }
}

/** Returns the variables that pass the trace on to a child, with a new span. */
export function traceVariables(trace: Trace): {
  readonly TRACEPARENT: string
  readonly TOOL_TRACE_ID: string
} {
  const span = newTraceId().slice(0, 16)
  return { TRACEPARENT: `00-${trace.traceId}-${span}-${trace.flags}`, TOOL_TRACE_ID: trace.id }
}

function idFrom(given: string | undefined): string | undefined {
  const digits = given?.toLowerCase().replaceAll('-', '') ?? ''
  return /^(?!0{32})[0-9a-f]{32}$/.test(digits) ? digits : undefined
}

/** Ids end up in journals and environments, so they are short and have no line breaks. */
function isUsable(given: string | undefined): given is string {
  return given !== undefined && /^[\x21-\x7E]{1,128}$/.test(given)
}

/** Uses a UUID: never all zeros, and Node generates them in bulk, which is faster than random bytes. */
function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}
