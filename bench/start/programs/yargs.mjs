import { readFile } from 'node:fs/promises'

import yargs from 'yargs'
import { hideBin } from 'yargs/helpers'

const answer = (data) => console.log(JSON.stringify({ ok: true, data }))

await yargs(hideBin(process.argv))
  .scriptName('notes')
  .command(
    'hello <name>',
    'Greets someone',
    (command) =>
      command
        .positional('name', { type: 'string', describe: 'Who' })
        .option('loud', { type: 'boolean', describe: 'Shout' }),
    ({ name, loud }) => answer({ greeting: `Hello ${loud ? name.toUpperCase() : name}` }),
  )
  .command(
    'read <file>',
    'Reads a file',
    (command) => command.positional('file', { type: 'string', describe: 'Which' }),
    async ({ file }) => answer({ file, text: await readFile(file, 'utf8') }),
  )
  .command(
    'list',
    'Lists things',
    (command) => command.option('tag', { type: 'string', describe: 'Only these' }),
    () => answer([{ id: 1 }, { id: 2 }]),
  )
  .strict()
  .parseAsync()
