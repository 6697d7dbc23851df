import { openSpan } from '@surety/internal/telemetry/span.ts'
import type { RunResult } from '../result.ts'
import type { CallContext } from './attempt.ts'
import type { ToolName } from './redirect/command-line.ts'

export type EndCall = (tool: ToolName, result: Omit<RunResult, 'stderr' | 'stdout'>) => void

/** Starts the span of a call: the caller's side of a program, by the conventions of OpenTelemetry for them. */
export function openCall(context: CallContext, tool: ToolName): EndCall {
  const { trace, world, settings, call } = context
  const span = openSpan(world.inheritedEnv, trace, {
    name: tool.name,
    kind: 'client',
    start: Date.now(),
    traceState: settings.env?.['TRACESTATE'] ?? world.inheritedEnv['TRACESTATE'],
  })
  const id = trace.id === trace.traceId ? span.context.traceId : trace.id
  context.trace = { ...trace, ...span.context, id }
  return ({ name }, { outcome, verdict, attempts, timing }) => {
    const code = outcome.error?.code
    span.end({
      name,
      end: Date.parse(timing.started_at) + timing.duration_ms,
      attributes: {
        'process.executable.name': name,
        'process.exit.code': outcome.process?.exit_code,
        'process.pid': attempts.at(-1)?.pid,
        'error.type': code,
        'surety.call': call,
        'surety.verdict': verdict.reason,
      },
      events: attempts.map((attempt, index) => ({
        name: 'attempt',
        at: Date.parse(attempt.started_at),
        attributes: {
          'surety.attempt': index + 1,
          'process.exit.code': attempt.outcome.process?.exit_code,
          'error.type': attempt.outcome.error?.code,
          'surety.verdict': attempt.verdict.reason,
          'surety.duration_ms': attempt.duration_ms,
          'surety.waited_ms': attempt.waited_ms,
        },
      })),
      error: code,
    })
  }
}
