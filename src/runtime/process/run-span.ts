import { spanWriter } from '../../internal/telemetry/otlp.ts'
import { isSampled, traceContext, traceparent } from '../../internal/telemetry/trace-context.ts'

interface RunFacts {
  readonly tool: string
  readonly path: readonly string[]
  readonly exitCode: number
  readonly outcome: { readonly error: { readonly code: string } | null }
}

/**
 * Starts the span of a run: the callee's side of a program. Whatever the run starts belongs to it. The function
 * that it returns records the end, and waits for the collector no longer than a set time.
 */
export function startRunSpan(env: NodeJS.ProcessEnv): (facts: RunFacts) => Promise<void> {
  const start = Date.now()
  const context = traceContext(env['TRACEPARENT'] ?? env['traceparent'])
  env['TRACEPARENT'] = traceparent(context)
  return async ({ tool, path, exitCode, outcome }) => {
    const writer = spanWriter(env)
    const error = exitCode === 0 ? undefined : (outcome.error?.code ?? String(exitCode))
    if (isSampled(context))
      writer.add({
        ...context,
        traceState: env['TRACESTATE'],
        name: tool,
        kind: 'internal',
        start,
        end: Date.now(),
        attributes: {
          'process.executable.name': tool,
          'process.exit.code': exitCode,
          'process.pid': process.pid,
          'error.type': error,
          'surety.command': path.join(' '),
        },
        error,
      })
    await writer.flush()
  }
}
