import type { ParsedInput } from '../run/parsed-input.ts'
import { LONGEST_TIMER_MS } from '../run/limit/limit.ts'
import type { Run } from '../run/run-state.ts'

/** Writes a heartbeat line to stdout at the requested interval; returns a function that stops it. */
export function startHeartbeat(run: Run, input: ParsedInput): () => void {
  const { format } = run.output
  if (format !== 'json' && format !== 'jsonl') return () => {}
  const timer = setInterval(
    () => {
      if (run.ending.isAnswered) return
      const line = { status: 'running', heartbeat: true, elapsed_ms: run.limit.elapsed() }
      // A closed pipe is handled when the answer is written.
      void Promise.resolve(run.world.write('stdout', `${JSON.stringify(line)}\n`)).catch(() => {})
    },
    Math.min(input.framework.heartbeatMs, LONGEST_TIMER_MS),
  )
  timer.unref()
  return () => clearInterval(timer)
}
