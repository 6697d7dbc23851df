import { readFile } from 'node:fs/promises'

import { cac } from 'cac'

const answer = (data) => console.log(JSON.stringify({ ok: true, data }))

const cli = cac('notes')
cli
  .command('hello <name>', 'Greets someone')
  .option('--loud', 'Shout')
  .action((name, { loud }) => answer({ greeting: `Hello ${loud ? name.toUpperCase() : name}` }))
cli
  .command('read <file>', 'Reads a file')
  .action(async (file) => answer({ file, text: await readFile(file, 'utf8') }))
cli
  .command('list', 'Lists things')
  .option('--tag <tag>', 'Only these')
  .action(() => answer([{ id: 1 }, { id: 2 }]))
cli.help()
cli.version('1.0.0')
try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
