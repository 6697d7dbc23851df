import { defineCli, s, serve } from 'surety'

/** A tool whose framework has something to tell its author: a failure with a fact that no error has. */
await serve(
  defineCli({
    name: 'advised',
    version: '1.0.0',
    errors: { GONE: 'NOT_FOUND' },
    commands: {
      show: {
        description: 'Shows something',
        danger: 'safe',
        output: s.object({ id: s.string() }),
        run: ({ fail }) => fail('GONE', 'It is gone.', { sugestion: 'Look elsewhere.' }),
      },
    },
  }),
)
