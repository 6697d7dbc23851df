#!/usr/bin/env node
// A tool whose names and descriptions would do harm if a shell expanded them.
import { defineCli, s, serve } from 'surety'

const deploy = {
  description: 'Deploys $(touch pwned) `touch pwned` "a" \'b\'',
  aliases: ['up'],
  args: {
    service: s.enum(['api', 'web app', '$(touch pwned)']),
    files: s.array(s.string().path()).optional(),
  },
  options: {
    region: s.enum(['eu-west', 'eu-north', 'us']).optional().short('r').describe("Where it's: run"),
    config: s.string().path().optional(),
    key: s.string().optional(),
    dry: s.boolean().default(false),
    secretly: s.boolean().default(false).hidden(),
  },
  run: () => ({}),
}
const get = { description: 'Gets', options: { key: s.string().optional() }, run: () => ({}) }
const set = { description: 'Sets', run: () => ({}) }

export const tool = defineCli({
  name: 'my-ship',
  version: '1.0.0',
  description: 'Ships',
  commands: {
    deploy,
    config: { description: 'Configures', commands: { get, set } },
    concealed: { ...set, hidden: true },
    broken: { description: 'Cannot load', load: () => Promise.reject(new Error('gone')) },
  },
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
