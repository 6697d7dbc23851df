import { defineCli, defineCommand, serve } from 'surety'

// Two commands with a code that they share and one of their own; SHARED and OWN rename them.
const { SHARED = 'BUSY_NOW', OWN = 'ONE_GONE' } = process.env
const command = (own) =>
  defineCommand({
    description: 'Reads',
    danger: 'safe',
    errors: {
      [SHARED]: { exit: 'CONFLICT', description: 'Busy' },
      [own]: { exit: 'NOT_FOUND', description: 'Gone' },
    },
    run: () => ({ count: 1 }),
  })
await serve(
  defineCli({
    name: 'codes',
    version: '1.0.0',
    commands: { one: command(OWN), two: command('TWO_GONE') },
  }),
)
