import { defineCli, defineCommand, serve } from 'surety'

// Two commands with a code that they share and one of their own; SHARED and OWN rename them. DIALECT is
// that of the tool.
const { SHARED = 'BUSY_NOW', OWN = 'ONE_GONE', DIALECT = 'spec-1.0' } = process.env
const command = (own) =>
  defineCommand({
    description: 'Reads',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Read', CONFLICT: 'Busy', NOT_FOUND: 'Gone' },
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
    dialect: DIALECT,
    commands: { one: command(OWN), two: command('TWO_GONE') },
  }),
)
