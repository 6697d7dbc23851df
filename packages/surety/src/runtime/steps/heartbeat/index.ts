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
  applies: ({ input: { flags } }) => Boolean(flags['heartbeatMs'] || flags['heartbeatInterval']),
  run: async ({ run, input: { flags } }, next) => {
    const { beat } = await import('./beat.ts')
    return beat(run, flags, next)
  },
}
