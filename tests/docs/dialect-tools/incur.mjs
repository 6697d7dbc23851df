import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

const name = s.string().describe('Name of the note')

const ls = defineCommand({
  description: 'Lists notes',
  danger: 'safe',
  run: async () => {
    await mkdir('notes', { recursive: true })
    return readdir('notes')
  },
})

const show = defineCommand({
  description: 'Shows a note',
  danger: 'safe',
  args: { name },
  errors: { no_note: 'NOT_FOUND' },
  run: async ({ args, fail }) => {
    const text = await readFile(`notes/${args.name}.json`, 'utf8').catch((error) => {
      if (error.code !== 'ENOENT') throw error
      return fail('no_note', `There is no note '${args.name}'.`)
    })
    return JSON.parse(text)
  },
})

const add = defineCommand({
  description: 'Adds notes without a text',
  args: { names: s.array(name).min(1) },
  errors: { note_exists: 'CONFLICT' },
  run: async ({ args, fail, effect }) => {
    await mkdir('notes', { recursive: true })
    const added = []
    for (const each of args.names) {
      const writing = writeFile(`notes/${each}.json`, '{"text":""}', { flag: 'wx' })
      const isTaken = await writing.then(
        () => false,
        () => true,
      )
      if (isTaken) fail('note_exists', `There is a note '${each}'.`, { data: { added } })
      added.push(each)
    }
    effect('created')
    return { added }
  },
})

await serve(
  defineCli({
    name: 'notes',
    version: '1.0.0',
    description: 'Keeps notes',
    dialect: 'incur-compact',
    commands: { ls, show, add },
  }),
)
