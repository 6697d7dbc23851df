// The tools that the official conformance runner calls, as far as a command line tool has them.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, defineGroup, s, serve } from 'surety'

const read = (run, more = {}) =>
  defineCommand({ description: 'Is called by the runner', danger: 'safe', run, ...more })

const group = (commands) => defineGroup({ description: 'Named as the runner wants it', commands })

await serve(
  defineCli({
    name: 'conformance',
    version: '1.0.0',
    description: 'Answers the official runner',
    commands: {
      test: group({
        simple: group({ text: read(() => 'This is a simple text response for testing.') }),
        error: group({
          handling: read(
            ({ fail }) => fail('INTENDED', 'This tool intentionally returns an error'),
            {
              errors: { INTENDED: 'GENERAL_ERROR' },
            },
          ),
        }),
        tool: group({
          with: group({
            progress: read(async ({ progress }) => {
              for (const done of [0, 50, 100]) {
                progress('working', { done, total: 100 })
                await sleep(80)
              }
              return 'done'
            }),
          }),
        }),
      }),
      json: group({
        schema: group({
          2020: group({
            12: group({ tool: read(() => 'ok', { options: { name: s.string().optional() } }) }),
          }),
        }),
      }),
    },
  }),
)
