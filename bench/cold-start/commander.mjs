import { Command } from 'commander'

const program = new Command('hello')
program
  .command('hello <name>')
  .option('--loud')
  .action((name) => console.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${name}` } })))
program.command('add <left> <right>').action(() => {})
program.command('list').action(() => {})
program.parse()
