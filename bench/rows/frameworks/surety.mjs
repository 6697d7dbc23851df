import { defineCli, s, serve } from 'surety'

import { rows } from '../rows.mjs'

await serve(
  defineCli({
    name: 'rows',
    args: { row: s.string() },
    run: ({ args }) => rows[args.row].run(),
  }),
)
