// The three-command hello CLI that the cold-start test and bench look at.
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
const add = defineCommand({
  description: 'Adds two numbers',
  danger: 'safe',
  exitCodes,
  args: { left: s.number(), right: s.number() },
  output: s.object({ sum: s.number() }),
  run: ({ args }) => ({ sum: args.left + args.right }),
})
const list = defineCommand({
  description: 'Lists things',
  danger: 'safe',
  exitCodes,
  list: true,
  options: { tag: s.array(s.string()).optional() },
  run: () => [{ id: 1 }, { id: 2 }],
})

await serve(
  defineCli({
    name: 'hello',
    version: '1.0.0',
    description: 'Greets',
    commands: { hello, add, list },
  }),
)
