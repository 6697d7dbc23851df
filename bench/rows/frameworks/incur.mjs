import { Cli, z } from 'incur'

import { rows } from '../rows.mjs'

await Cli.create('rows', {
  version: '1.0.0',
  description: 'Runs a row',
  args: z.object({ row: z.string() }),
  run: ({ args }) => rows[args.row].run(),
}).serve([...process.argv.slice(2), '--full-output', '--format', 'json'])
