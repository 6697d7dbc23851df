// The same four commands with commander: text for people, no JSON, no preview, no exit codes but 1.
import { readFile, writeFile } from 'node:fs/promises'

import { Command } from 'commander'

const load = async () => JSON.parse(await readFile('shelf.json', 'utf8').catch(() => '[]'))
const save = (notes) => writeFile('shelf.json', JSON.stringify(notes))
const program = new Command('shelf').version('1.0.0').description('Keeps notes')
const find = async (id) =>
  (await load()).find((each) => each.id === id) ?? program.error(`There is no note ${id}.`)
const collect = (value, earlier) => [...earlier, value]
const show = ({ id, text, tags }) => console.log(`${id}\t${text}\t${tags.join(',')}`)

program
  .command('add')
  .description('Adds a note')
  .argument('<text>', 'What to keep')
  .option('-t, --tag <tag>', 'A tag', collect, [])
  .action(async (text, { tag }) => {
    const notes = await load()
    const added = { id: `${notes.length + 1}`, text, tags: tag }
    await save([...notes, added])
    show(added)
  })
program
  .command('list')
  .description('Lists notes')
  .option('-t, --tag <tag>', 'Only those with this tag')
  .action(async ({ tag }) => {
    for (const note of await load()) if (!tag || note.tags.includes(tag)) show(note)
  })
program
  .command('show')
  .description('Shows a note')
  .argument('<id>', 'Id of the note')
  .action(async (id) => show(await find(id)))
program
  .command('remove')
  .description('Removes a note')
  .argument('<id>', 'Id of the note')
  .action(async (id) => {
    const found = await find(id)
    await save((await load()).filter((each) => each.id !== found.id))
    show(found)
  })

await program.parseAsync()
