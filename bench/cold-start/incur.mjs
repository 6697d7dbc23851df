import { Cli, z } from 'incur'

await Cli.create('hello', { description: 'Greets' })
  .command('hello', {
    description: 'Greets someone',
    args: z.object({ name: z.string().describe('Who') }),
    options: z.object({ loud: z.boolean().default(false).describe('Shout') }),
    output: z.object({ greeting: z.string() }),
    run: ({ args }) => ({ greeting: `Hello ${args.name}` }),
  })
  .command('add', {
    args: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
    run: ({ args }) => ({ sum: args.left + args.right }),
  })
  .command('list', { run: () => [{ id: 1 }, { id: 2 }] })
  .serve(process.argv.slice(2))
