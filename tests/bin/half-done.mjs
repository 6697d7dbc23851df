// A tool whose only command ends half done, in the dialect that HALF_DONE_DIALECT names.
import { defineCli, defineCommand, serve } from 'surety'

const work = defineCommand({
  description: 'Does half of its work',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'It is done', PARTIAL_FAILURE: 'Half of it is done' },
  errors: { HALF_DONE: { exit: 'PARTIAL_FAILURE' } },
  run: (ctx) => ctx.fail('HALF_DONE', 'Half of it is done.'),
})

await serve(
  defineCli({
    name: 'half-done',
    version: '1.0.0',
    description: 'Ends half done',
    dialect: process.env['HALF_DONE_DIALECT'],
    commands: { work },
  }),
)
