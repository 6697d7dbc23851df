import yargs from 'yargs'

await yargs(process.argv.slice(2))
  .scriptName('hello')
  .command(
    'hello <name>',
    'Greets someone',
    (command) => command.positional('name', { type: 'string' }).option('loud', { type: 'boolean' }),
    ({ name }) => console.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${name}` } })),
  )
  .command('add <left> <right>', 'Adds two numbers', {}, () => {})
  .command('list', 'Lists things', {}, () => {})
  .parseAsync()
