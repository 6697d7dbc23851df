import type { FlagValues } from '../../declare/framework-flags.ts'
import type { Run } from '../../run/run-state.ts'
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
      description: 'Seconds between progress lines on stderr',
      after: 'heartbeatMs',
      inspects: true,
    },
  ],
  applies: ({ run, input: { flags } }) => secondsIn(flags) + beatsOf(run, flags) > 0,
  run: async ({ run, input: { flags } }, next) => {
    const { beat } = await import('./beat.ts')
    return beat(run, beatsOf(run, flags), secondsIn(flags), next)
  },
}

function secondsIn({ heartbeatInterval: seconds }: FlagValues): number {
  return typeof seconds === 'number' ? seconds : 0
}

function beatsOf({ output }: Run, { heartbeatMs: ms }: FlagValues): number {
  return typeof ms === 'number' && ['json', 'jsonl'].includes(output.format) ? ms : 0
}
