import { readFile } from 'node:fs/promises'

import { Command } from 'commander'

const answer = (data) => console.log(JSON.stringify({ ok: true, data }))

const program = new Command()
program.name('notes').description('Keeps notes').version('1.0.0')
program
  .command('hello')
  .description('Greets someone')
  .argument('<name>', 'Who')
  .option('--loud', 'Shout')
  .action((name, { loud }) => answer({ greeting: `Hello ${loud ? name.toUpperCase() : name}` }))
program
  .command('read')
  .description('Reads a file')
  .argument('<file>', 'Which')
  .action(async (file) => answer({ file, text: await readFile(file, 'utf8') }))
program
  .command('list')
  .description('Lists things')
  .option('--tag <tag>', 'Only these')
  .action(() => answer([{ id: 1 }, { id: 2 }]))
await program.parseAsync(process.argv)
