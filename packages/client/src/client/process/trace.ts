import { traceContext, traceparent } from '@surety/internal/trace-context.ts'

export type Trace = ReturnType<typeof traceFrom>

export function traceFrom(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv = {}) {
  const read = (name: string) => own[name] ?? env[name]
  const given = read('TOOL_TRACE_ID')
  const context = traceContext(read('TRACEPARENT') ?? read('traceparent'), idFrom(given))
  return { ...context, id: isUsable(given) ? given : context.traceId }
}

export function traceVariables(trace: Trace) {
  const own = { TRACEPARENT: traceparent(trace), TOOL_TRACE_ID: trace.id }
  // In a new trace the state of another one has no place.
  return trace.parentSpanId === undefined ? { ...own, TRACESTATE: undefined } : own
}

function idFrom(given: string | undefined): string | undefined {
  const digits = given?.toLowerCase().replaceAll('-', '') ?? ''
  return /^(?!0{32})[0-9a-f]{32}$/.test(digits) ? digits : undefined
}

/** Ids end up in journals and environments, so they are short and have no line breaks. */
function isUsable(given: string | undefined): given is string {
  return given !== undefined && /^[\x21-\x7E]{1,128}$/.test(given)
}
