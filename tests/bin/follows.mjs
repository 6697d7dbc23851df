// A command that never ends, and one whose rows do.
import { setTimeout as wait } from 'node:timers/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

await serve(
  defineCli({
    name: 'follows',
    version: '1.0.0',
    description: 'Follows builds',
    commands: {
      follow: defineCommand({
        description: 'Shows builds as they come',
        danger: 'safe',
        timeoutMs: 0,
        async *run() {
          for (let build = 1; ; build += 1) {
            yield { build }
            await wait(100)
          }
        },
      }),
      history: defineCommand({
        description: 'Shows the builds of today',
        danger: 'safe',
        output: s.object({ build: s.integer() }),
        async *run() {
          yield { build: 1 }
          yield { build: 2 }
        },
      }),
    },
  }),
)
