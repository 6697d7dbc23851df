// Commands that together have every flag of the framework.
import { defineCli, serve, s } from 'surety'

const { DIALECT } = process.env
const exitCodes = { SUCCESS: 'It is done' }

export const tool = defineCli({
  name: 'every',
  version: '1.0.0',
  description: 'Has every flag',
  ...(DIALECT
    ? { dialect: DIALECT }
    : { contract: { versions: { '1.0': 'spec-1.0' }, default: '1.0' } }),
  output: { switches: { brief: 'plain' } },
  globals: { zone: s.string().optional() },
  commands: {
    list: {
      description: 'Lists things',
      danger: 'mutating',
      exitCodes,
      list: true,
      cacheable: true,
      network: true,
      stdin: true,
      auth: { tokenEnv: ['EVERY_TOKEN'], headless: true },
      dryRun: () => ({ effect: 'would_update', would_affect: {} }),
      run: ({ effect }) => {
        effect('updated')
        return [{ id: 1 }, { id: 2 }, { id: 3 }]
      },
    },
    remove: {
      description: 'Removes things',
      danger: 'destructive',
      exitCodes,
      dryRun: () => ({ effect: 'would_delete', would_affect: {} }),
      run: () => ({ effect: 'deleted' }),
    },
  },
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
