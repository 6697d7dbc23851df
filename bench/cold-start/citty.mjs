import { defineCommand, runMain } from 'citty'

const hello = defineCommand({
  meta: { name: 'hello', description: 'Greets someone' },
  args: { name: { type: 'positional' }, loud: { type: 'boolean' } },
  run: ({ args }) =>
    console.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${args.name}` } })),
})
const add = defineCommand({
  args: { left: { type: 'positional' }, right: { type: 'positional' } },
  run: () => {},
})
const list = defineCommand({ args: { tag: { type: 'string' } }, run: () => {} })

await runMain(defineCommand({ meta: { name: 'hello' }, subCommands: { hello, add, list } }))
