import { LONGEST_TIMER_MS } from '../../run/limit/limit.ts'
import { cleanShownText } from '../../output/finish.ts'
import type { FlagValues } from '../../declare/framework-flags.ts'
import { isAnswered, reported, type Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

const NUMBER = { kind: 'number', whole: true, min: 0, optional: true } as const

/** Writes a line to stdout by `--heartbeat-ms`, or for people to stderr by `--heartbeat-interval`. */
export const heartbeat: Step = {
  flags: [
    {
      key: 'heartbeatMs',
      def: NUMBER,
      description: 'Milliseconds between heartbeats; 0 for none',
      after: 'width',
      addsLines: true,
    },
    {
      key: 'heartbeatInterval',
      def: NUMBER,
      description: 'Seconds between lines about progress on stderr',
      after: 'heartbeatMs',
      inspects: true,
    },
  ],
  applies: ({ run, input: { flags } }) => secondsIn(flags) + beatsOf(run, flags) > 0,
  run: async ({ run, input: { flags } }, next) => {
    const [seconds, ms] = [secondsIn(flags), beatsOf(run, flags)]
    const write = (stream: 'stdout' | 'stderr', line: string): void => {
      if (isAnswered(run)) return
      // A closed pipe is handled when the answer is written.
      void Promise.resolve(run.world.write(stream, `${line}\n`)).catch(() => {})
    }
    const every = (ms: number, beat: () => void) =>
      setInterval(beat, Math.min(ms, LONGEST_TIMER_MS)).unref()
    const elapsed = () => run.limit.elapsed()
    const timers = [
      ms > 0 &&
        every(ms, () => {
          const at = run.reports.findLast(({ kind }) => kind === 'started' || kind === 'done')
          const step = at?.kind === 'started' ? at.step : undefined
          const facts = { status: 'running', heartbeat: true, elapsed_ms: elapsed(), step }
          write('stdout', JSON.stringify(facts))
        }),
      seconds > 0 &&
        every(seconds * 1000, () => {
          const said = reported(run, 'progress').at(-1)?.text ?? ''
          const text = `[${Math.round(elapsed() / 1000)}s] ${said}`
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

function secondsIn({ heartbeatInterval: seconds }: FlagValues): number {
  return typeof seconds === 'number' ? seconds : 0
}

function beatsOf({ output }: Run, { heartbeatMs: ms }: FlagValues): number {
  return typeof ms === 'number' && ['json', 'jsonl'].includes(output.format) ? ms : 0
}
