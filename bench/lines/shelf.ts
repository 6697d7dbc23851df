// Four commands as an author writes them; shelf-commander.mjs does the same for people alone.
import { readFile, writeFile } from 'node:fs/promises'

import { defineCli, s, serve } from 'surety'

const note = s.object({ id: s.string(), text: s.string(), tags: s.array(s.string()) })
const id = s.string().describe('Id of the note')

interface Note {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
}
const load = async () =>
  JSON.parse(await readFile('shelf.json', 'utf8').catch(() => '[]')) as Note[]
const save = (notes: readonly Note[]) => writeFile('shelf.json', JSON.stringify(notes))
const find = async (wanted: string, fail: (code: 'NOTE_UNKNOWN', message: string) => never) =>
  (await load()).find((each) => each.id === wanted) ??
  fail('NOTE_UNKNOWN', `There is no note ${wanted}.`)

await serve(
  defineCli({
    name: 'shelf',
    version: '1.0.0',
    description: 'Keeps notes',
    errors: { NOTE_UNKNOWN: 'NOT_FOUND' },
    commands: {
      add: {
        description: 'Adds a note',
        args: { text: s.string().describe('What to keep') },
        options: { tag: s.array(s.string()).default([]).short('t').describe('A tag') },
        output: s.object({ effect: s.literal('created'), note }),
        run: async ({ args, options }) => {
          const notes = await load()
          const added = { id: `${notes.length + 1}`, text: args.text, tags: options.tag }
          await save([...notes, added])
          return { effect: 'created', note: added }
        },
      },
      list: {
        description: 'Lists notes',
        danger: 'safe',
        list: true,
        options: { tag: s.string().optional().short('t').describe('Only those with this tag') },
        output: s.array(note),
        run: async ({ options: { tag } }) =>
          (await load()).filter(({ tags }) => tag === undefined || tags.includes(tag)),
      },
      show: {
        description: 'Shows a note',
        danger: 'safe',
        args: { id },
        output: note,
        run: ({ args, fail }) => find(args.id, fail),
      },
      remove: {
        description: 'Removes a note',
        danger: 'destructive',
        args: { id },
        output: s.object({ effect: s.literal('deleted'), note }),
        dryRun: async ({ args, fail }) => ({
          effect: 'would_delete',
          note: await find(args.id, fail),
        }),
        run: async ({ args, fail }) => {
          const found = await find(args.id, fail)
          await save((await load()).filter((each) => each.id !== found.id))
          return { effect: 'deleted', note: found }
        },
      },
    },
  }),
)
