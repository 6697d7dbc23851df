import { LONGEST_TIMER_MS } from '../../run/limit/limit.ts'
import { cleanShownText } from '../../output/finish.ts'
import type { FlagValues } from '../../declare/framework-flags.ts'
import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Writes a line to stdout by `--heartbeat-ms`, or for people to stderr by `--heartbeat-interval`. */
export const heartbeat: Step = {
  applies: ({ run, input: { flags } }) => Boolean(flags.heartbeatInterval || beatsOf(run, flags)),
  run: async ({ run, input: { flags } }, next) => {
    const [seconds = 0, ms] = [flags.heartbeatInterval, beatsOf(run, flags)]
    const write = (stream: 'stdout' | 'stderr', line: string): void => {
      if (run.ending.isAnswered) return
      // A closed pipe is handled when the answer is written.
      void Promise.resolve(run.world.write(stream, `${line}\n`)).catch(() => {})
    }
    const every = (ms: number, beat: () => void) =>
      setInterval(beat, Math.min(ms, LONGEST_TIMER_MS)).unref()
    const elapsed = () => run.limit.elapsed()
    const timers = [
      ms > 0 &&
        every(ms, () => {
          const step = run.notes.currentStep ?? undefined
          const facts = { status: 'running', heartbeat: true, elapsed_ms: elapsed(), step }
          write('stdout', JSON.stringify(facts))
        }),
      seconds > 0 &&
        every(seconds * 1000, () => {
          const text = `[${Math.round(elapsed() / 1000)}s] ${run.notes.status}`
          write('stderr', cleanShownText(run, text))
        }),
    ]
    try {
      return await next()
    } finally {
      for (const timer of timers) if (timer) clearInterval(timer)
    }
  },
}

function beatsOf({ output }: Run, { heartbeatMs = 0 }: FlagValues): number {
  return ['json', 'jsonl'].includes(output.format) ? heartbeatMs : 0
}
