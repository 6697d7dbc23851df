import { readFile } from 'node:fs/promises'

import { Cli, z } from 'incur'

await Cli.create('notes', { version: '1.0.0', description: 'Keeps notes' })
  .command('hello', {
    description: 'Greets someone',
    args: z.object({ name: z.string().describe('Who') }),
    options: z.object({ loud: z.boolean().default(false).describe('Shout') }),
    output: z.object({ greeting: z.string() }),
    run: ({ args, options }) => ({
      greeting: `Hello ${options.loud ? args.name.toUpperCase() : args.name}`,
    }),
  })
  .command('read', {
    description: 'Reads a file',
    args: z.object({ file: z.string().describe('Which') }),
    output: z.object({ file: z.string(), text: z.string() }),
    run: async ({ args }) => ({ file: args.file, text: await readFile(args.file, 'utf8') }),
  })
  .command('list', {
    description: 'Lists things',
    options: z.object({ tag: z.string().optional().describe('Only these') }),
    run: () => [{ id: 1 }, { id: 2 }],
  })
  .serve()
