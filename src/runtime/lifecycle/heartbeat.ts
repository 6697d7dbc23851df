import type { ParsedInput } from '../run/parsed-input.ts'
import type { Run } from '../run/run-state.ts'

/** Writes a sign of life to stdout at the interval that was asked for; gives a function that ends it. */
export function startHeartbeat(run: Run, input: ParsedInput): () => void {
  const { format } = run.output
  if (format !== 'json' && format !== 'jsonl') return () => {}
  const timer = setInterval(() => {
    if (run.isAnswered) return
    const line = { status: 'running', heartbeat: true, elapsed_ms: run.duration.elapsed() }
    // A reader that has gone away is noticed when the answer is written.
    void Promise.resolve(run.world.write('stdout', `${JSON.stringify(line)}\n`)).catch(() => {})
  }, input.framework.heartbeatMs)
  timer.unref()
  return () => clearInterval(timer)
}
