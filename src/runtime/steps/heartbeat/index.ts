import { LONGEST_TIMER_MS } from '../../run/limit/limit.ts'
import { cleanShownText } from '../../output/finish.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/**
 * Writes a line to stdout at the interval of `--heartbeat-ms`, or one for people to stderr at that of
 * `--heartbeat-interval`, while the handler runs.
 */
export const heartbeat: Step = {
  applies: ({ run, input }) => intervalOf(input) > 0 || beats(run, input),
  run: async ({ run, input }, next) => {
    const write = (stream: 'stdout' | 'stderr', line: string): void => {
      if (run.ending.isAnswered) return
      // A closed pipe is handled when the answer is written.
      void Promise.resolve(run.world.write(stream, `${line}\n`)).catch(() => {})
    }
    const every = (ms: number, beat: () => void) =>
      setInterval(beat, Math.min(ms, LONGEST_TIMER_MS)).unref()
    const elapsed = () => run.limit.elapsed()
    const timers = [
      beats(run, input) &&
        every(input.framework.heartbeatMs, () =>
          write(
            'stdout',
            JSON.stringify({
              status: 'running',
              heartbeat: true,
              elapsed_ms: elapsed(),
              step: run.notes.currentStep ?? undefined,
            }),
          ),
        ),
      intervalOf(input) > 0 &&
        every(intervalOf(input) * 1000, () =>
          write(
            'stderr',
            cleanShownText(run, `[${Math.round(elapsed() / 1000)}s] ${run.notes.status}`),
          ),
        ),
    ]
    try {
      return await next()
    } finally {
      for (const timer of timers) if (timer) clearInterval(timer)
    }
  },
}

function beats({ output }: Run, { framework }: ParsedInput): boolean {
  return framework.heartbeatMs > 0 && ['json', 'jsonl'].includes(output.format)
}

function intervalOf({ flags }: ParsedInput): number {
  return Number(flags['heartbeatInterval'] ?? 0)
}
