import { spanWriter } from '../../internal/telemetry/otlp.ts'
import { isSampled } from '../../internal/telemetry/trace-context.ts'
import type { RunResult } from '../result.ts'
import type { CallContext } from './attempt.ts'
import type { ToolName } from './redirect/command-line.ts'

/** Records a call as a span: the caller's side of a program, by the conventions of OpenTelemetry for them. */
export function recordCall(
  { trace, world, settings, call }: CallContext,
  { name }: ToolName,
  { outcome, verdict, attempts, timing }: Omit<RunResult, 'stderr' | 'stdout'>,
): void {
  if (!isSampled(trace)) return
  const start = Date.parse(timing.started_at)
  const code = outcome.error?.code
  spanWriter(world.inheritedEnv).add({
    ...trace,
    traceState: settings.env?.['TRACESTATE'] ?? world.inheritedEnv['TRACESTATE'],
    name,
    kind: 'client',
    start,
    end: start + timing.duration_ms,
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
