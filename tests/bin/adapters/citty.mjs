// A program of citty whose commands end in every bad way.
import { defineCommand } from 'citty'
import { adaptCitty } from 'surety/citty'

import { declarations, endings } from './bad-endings.mjs'

const main = defineCommand({
  meta: { name: 'hostile', version: '1.2.3' },
  subCommands: {
    ...Object.fromEntries(
      Object.entries(endings).map(([name, run]) => [name, defineCommand({ meta: { name }, run })]),
    ),
    sum: defineCommand({
      args: {
        first: { type: 'positional' },
        by: { type: 'string', required: true },
        size: { type: 'enum', options: ['s', 'm'] },
      },
      run: ({ args }) => ({ sum: Number(args.first) * Number(args.by) }),
    }),
    add: defineCommand({
      args: { name: { type: 'positional' }, dry: { type: 'boolean' } },
      run: ({ args }) => ({ names: args._, dry: args.dry }),
    }),
    closing: defineCommand({
      run: () => console.log('done'),
      cleanup: () => {
        throw new Error('Could not close')
      },
    }),
  },
})

await adaptCitty(main, declarations).serve()
