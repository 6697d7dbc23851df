import { readFile } from 'node:fs/promises'

import { defineCommand, runMain } from 'citty'

const answer = (data) => console.log(JSON.stringify({ ok: true, data }))

const hello = defineCommand({
  meta: { name: 'hello', description: 'Greets someone' },
  args: {
    name: { type: 'positional', description: 'Who', required: true },
    loud: { type: 'boolean', description: 'Shout' },
  },
  run: ({ args }) =>
    answer({ greeting: `Hello ${args.loud ? args.name.toUpperCase() : args.name}` }),
})
const read = defineCommand({
  meta: { name: 'read', description: 'Reads a file' },
  args: { file: { type: 'positional', description: 'Which', required: true } },
  run: async ({ args }) => answer({ file: args.file, text: await readFile(args.file, 'utf8') }),
})
const list = defineCommand({
  meta: { name: 'list', description: 'Lists things' },
  args: { tag: { type: 'string', description: 'Only these' } },
  run: () => answer([{ id: 1 }, { id: 2 }]),
})

await runMain(
  defineCommand({
    meta: { name: 'notes', version: '1.0.0', description: 'Keeps notes' },
    subCommands: { hello, read, list },
  }),
)
