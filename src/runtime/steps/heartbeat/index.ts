import { LONGEST_TIMER_MS } from '../../run/limit/limit.ts'
import type { Step } from '../step.ts'

/** Writes a line to stdout at the interval of `--heartbeat-ms`, while the handler runs. */
export const heartbeat: Step = {
  applies: ({ run, input }) =>
    input.framework.heartbeatMs > 0 && ['json', 'jsonl'].includes(run.output.format),
  run: async ({ run, input }, next) => {
    const beat = (): void => {
      if (run.ending.isAnswered) return
      const line = { status: 'running', heartbeat: true, elapsed_ms: run.limit.elapsed() }
      // A closed pipe is handled when the answer is written.
      void Promise.resolve(run.world.write('stdout', `${JSON.stringify(line)}\n`)).catch(() => {})
    }
    const intervalMs = Math.min(input.framework.heartbeatMs, LONGEST_TIMER_MS)
    const timer = setInterval(beat, intervalMs).unref()
    try {
      return await next()
    } finally {
      clearInterval(timer)
    }
  },
}
