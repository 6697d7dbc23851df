// A tool whose previews bind: it empties the folder that PLANS_FOLDER names.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { defineCli, defineCommand, s, serve } from 'surety'

const folder = () => process.env['PLANS_FOLDER']
const files = (ending) => readdirSync(folder()).filter((name) => name.endsWith(ending))

const clean = defineCommand({
  description: 'Deletes the files of a kind',
  danger: 'destructive',
  plan: true,
  options: { ending: s.string().default('') },
  dryRun: ({ options }) => ({
    effect: 'would_delete',
    would_affect: { files: files(options.ending) },
  }),
  run: ({ options }) => {
    const found = files(options.ending)
    for (const name of found) rmSync(join(folder(), name))
    return { effect: 'deleted', files: found }
  },
})
const { plan: _plan, ...unbound } = clean.declaration

export const tool = defineCli({
  name: 'plans',
  version: '1.0.0',
  description: 'Deletes files',
  commands: { clean, unbound: defineCommand(unbound) },
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
