import { defineCli, s, serve } from 'surety'

// One command of contract 1.16, whose key in the manifest is empty.
await serve(
  defineCli({
    name: 'greet',
    version: '1.2.3',
    description: 'Greets somebody',
    dialect: 'spec-1.16',
    danger: 'safe',
    exitCodes: { SUCCESS: 'The greeting is in data' },
    args: { name: s.string() },
    output: s.object({ greeting: s.string() }),
    examples: [{ description: 'Greet Ada', command: 'greet Ada' }],
    run: ({ args }) => ({ greeting: `Hello ${args.name}` }),
  }),
)
