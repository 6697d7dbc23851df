import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli } from '../index.ts'

const makeCli = () =>
  defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Acme',
    globals: { zone: s.string().optional() },
    commands: {
      list: {
        description: 'Lists things',
        danger: 'safe',
        args: { name: s.string().optional(), fields: s.string().optional() },
        options: {
          loud: s.boolean().default(false),
          jsom: s.string().optional().alias('schemas'),
          width: s.string().optional(),
        },
        list: true,
        run: ({ args, options, globals }) => [{ ...args, ...options, ...globals }],
      },
    },
  })

const WORDS = [
  '--loud',
  '--lod',
  '--no-loud',
  '--jsom',
  '--jso',
  '--schemas',
  '--width',
  '--zone',
  '--limit',
  '--json',
  '--no-json',
  '--fields',
  '--fields=a',
  '--schema',
  '--shema',
  '--schem',
  '--debug',
  '--token_limit',
  '--tokenLimit',
  '--token-limit=5',
  '--full-output',
  '--nonInteractive',
  '--yes',
  '--format',
  '--format=jsonl',
  '--output',
  '--output=json',
  '--outputs',
  '--heartbeat',
  '--he',
  '--name',
  '--name=Ada',
  '--help=1',
  '--no',
  '--',
  '-h',
  '-x',
  '-',
  'json',
  'Ada',
  '5',
  '--ful',
]

// The first line of a process is read with the flags that it names, later ones with all of them.
it('reads a line alike, whether the framework knows its flags alone or all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }), async (argv) => {
      const cli = makeCli()
      const first = await runCli(cli, ['list', ...argv])
      await runCli(cli, ['list', '--debug'])
      const later = await runCli(cli, ['list', ...argv])
      expect(comparable(later)).toEqual(comparable(first))
    }),
    { numRuns: 400 },
  )
})

function comparable({ stdout, exit }: { stdout: string; exit: number }): unknown {
  return [stdout.replaceAll(/"duration_ms":\d+/g, ''), exit]
}
