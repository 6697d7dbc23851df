import { cac } from 'cac'

const cli = cac('hello')
cli
  .command('hello <name>')
  .option('--loud', 'Shout')
  .action((name) => console.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${name}` } })))
cli.command('add <left> <right>').action(() => {})
cli.command('list').action(() => {})
cli.help()
cli.parse()
