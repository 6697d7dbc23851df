import { readFile } from 'node:fs/promises'

import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const hello = defineCommand({
  description: 'Greets someone',
  danger: 'safe',
  exitCodes,
  args: { name: s.string().describe('Who') },
  options: { loud: s.boolean().default(false).describe('Shout') },
  output: s.object({ greeting: s.string() }),
  run: ({ args, options }) => ({
    greeting: `Hello ${options.loud ? args.name.toUpperCase() : args.name}`,
  }),
})
const read = defineCommand({
  description: 'Reads a file',
  danger: 'safe',
  exitCodes,
  args: { file: s.string().describe('Which') },
  output: s.object({ file: s.string(), text: s.string() }),
  run: async ({ args }) => ({ file: args.file, text: await readFile(args.file, 'utf8') }),
})
const list = defineCommand({
  description: 'Lists things',
  danger: 'safe',
  exitCodes,
  list: true,
  options: { tag: s.array(s.string()).optional().describe('Only these') },
  run: () => [{ id: 1 }, { id: 2 }],
})

await serve(
  defineCli({
    name: 'notes',
    version: '1.0.0',
    description: 'Keeps notes',
    commands: { hello, read, list },
  }),
)
