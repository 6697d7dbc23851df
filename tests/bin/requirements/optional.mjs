// A tool that declares contract 1.16, with commands for the P1 lines about options and built-in commands.
import { writeSync } from 'node:fs'

import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done', PRECONDITION: 'Something is missing' }
const command = (run, more = {}) =>
  defineCommand({ description: 'Shows one line', danger: 'safe', exitCodes, run, ...more })

const commands = () => ({
  look: command(() => ({ id: 'a', size: 2 }), {
    description: 'Looks at a thing',
    aliases: ['see'],
    examples: [{ description: 'Look at it', command: 'optional look' }],
    output: s.object({ id: s.string(), size: s.integer() }),
  }),
  whole: command(({ stdin }) => ({ bytes: stdin().length }), { stdin: true }),
  lines: command(
    async ({ lines }) => {
      const read = []
      for await (const line of lines()) {
        read.push(line.length)
        if (read.length === 1) writeSync(2, 'ready\n')
      }
      return { lines: read.length, bytes: read.reduce((sum, length) => sum + length, 0) }
    },
    { stdin: 'lines' },
  ),
  user: {
    description: 'Users of the optional',
    commands: {
      add: command(({ args, options }) => ({ effect: 'created', ...args, ...options }), {
        description: 'Adds a user',
        danger: 'mutating',
        args: { name: s.string().describe('Who it is') },
        options: {
          role: s.enum(['reader', 'writer']).default('reader').describe('What they may do'),
          team: s.string().short('t').optional().describe('Where they belong'),
        },
        exitCodes: { ...exitCodes, CONFLICT: 'There is such a user' },
      }),
      remove: command(() => ({ effect: 'deleted' }), {
        description: process.env.NEW_WORDS ?? 'Removes a user',
        danger: 'destructive',
        args: { name: s.string() },
        dryRun: () => ({ effect: 'would_delete', would_affect: [] }),
      }),
    },
  },
  version: command(() => ({ own: true }), { description: 'Says a version of its own' }),
  login: command(({ token }) => ({ length: token?.length ?? 0 }), {
    auth: { tokenEnv: ['OPTIONAL_TOKEN'], headless: true },
    env: { OPTIONAL_REALM: s.string().default('home').describe('Where to sign in') },
  }),
})

export const tool = () =>
  defineCli({
    name: 'optional',
    version: '3.1.4',
    description: 'Shows options',
    dialect: 'spec-1.16',
    guide: { install: process.env.INSTALL ?? 'npm install --global optional@3.1.4' },
    commands: commands(),
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
