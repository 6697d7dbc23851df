import { appendFileSync } from 'node:fs'

import { defineCli, s, serve } from 'surety'

// One command that leaves a trace of every run, in the file that TRACE names.
await serve(
  defineCli({
    name: 'one',
    args: { name: s.string() },
    run: ({ args }) => {
      appendFileSync(process.env['TRACE'], `${args.name}\n`)
      return { greeting: `Hello ${args.name}` }
    },
  }),
)
