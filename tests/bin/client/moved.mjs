// A tool whose commands have moved to words that are programs, too, or to longer paths.
import { appendFileSync } from 'node:fs'

import { defineCli, defineCommand, s, serve } from 'surety'

appendFileSync(process.env.CALLS, `${process.argv.slice(2).join(' ')}\n`)
const command = (danger) =>
  defineCommand({
    description: 'Does it',
    danger,
    args: { name: s.string().optional() },
    options: { all: s.boolean().default(false) },
    ...(danger === 'destructive' && {
      dryRun: () => ({ effect: 'would_delete', would_affect: {} }),
    }),
    run: ({ args }) => ({ effect: 'noop', name: args.name ?? null }),
  })
const moved = (to, more) => ({ to, permanent: true, ...more })

await serve(
  defineCli({
    name: 'moved',
    version: '1.0.0',
    description: 'Has moved',
    ...(process.env.DIALECT && { dialect: process.env.DIALECT }),
    commands: {
      touch: command('mutating'),
      sort: command('safe'),
      rm: command('destructive'),
      a: {
        description: 'A',
        commands: { new: { description: 'B', commands: { path: command('mutating') } } },
      },
    },
    redirects: {
      make: moved('touch'),
      order: moved('sort'),
      erase: moved('rm'),
      old: moved('a new path'),
      every: moved('touch', { map: (words) => [...words, '--all'] }),
    },
  }),
)
