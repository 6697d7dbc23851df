import { flushSpans, openSpan } from '@surety/internal/telemetry/span.ts'
import { traceContext, traceparent } from '@surety/internal/telemetry/trace-context.ts'

/** What a run was, as far as its span says it. */
interface RunFacts {
  readonly tool: string
  readonly path: readonly string[]
  readonly exitCode: number
  readonly outcome: { readonly error: { readonly code: string } | null }
}

/** A call that came in over a protocol, by the conventions for it. */
interface ServedCall {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Starts the span of a run or of a call to a server. What the run starts belongs to it, so the environment changes. */
export function startRunSpan(env: NodeJS.ProcessEnv, served?: ServedCall) {
  const context = traceContext(env['TRACEPARENT'] ?? env['traceparent'])
  // In a new trace the state of another one has no place.
  if (context.parentSpanId === undefined) delete env['TRACESTATE']
  const span = openSpan(env, context, {
    name: served?.name ?? 'surety',
    kind: served ? 'server' : 'internal',
    start: Date.now(),
    traceState: env['TRACESTATE'],
  })
  const header = (env['TRACEPARENT'] = traceparent(span.context))
  return {
    traceparent: header,
    within: span.within,
    end: ({ tool, path, exitCode, outcome }: RunFacts): void => {
      const error = exitCode === 0 ? undefined : (outcome.error?.code ?? String(exitCode))
      span.end({
        name: served?.name ?? tool,
        end: Date.now(),
        attributes: {
          'process.executable.name': tool,
          'process.exit.code': exitCode,
          'process.pid': process.pid,
          'error.type': error,
          'surety.command': path.join(' '),
          ...served?.attributes,
        },
        error,
      })
    },
    flush: () => flushSpans(env),
  }
}
