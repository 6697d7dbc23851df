import type { Description } from '../description/index.ts'

/** A description that uses what formats can say: every format writes it, and reads it back but for its losses. */
export const SHELF: Description = {
  surety: 1,
  name: 'shelf',
  summary: 'Keeps books',
  version: '2.1.0',
  groups: { book: 'Works with books' },
  options: {
    verbose: { type: 'boolean', summary: 'Says more', aliases: ['-v'] },
    config: { summary: 'File of settings', value_name: 'FILE' },
  },
  commands: {
    'book list': {
      summary: 'Lists books',
      danger: 'safe',
      aliases: ['ls'],
      options: {
        limit: { type: 'integer', summary: 'How many', aliases: ['-n'], default: 20, min: 1 },
        sort: { summary: 'By what', values: ['title', 'year'] },
        tag: { summary: 'A tag', many: true },
      },
      examples: [{ summary: 'Lists books', words: '--limit 5' }],
    },
    'book add': {
      summary: 'Adds a book',
      danger: 'mutating',
      args: {
        title: { summary: 'Its title' },
        author: { summary: 'Who wrote it', required: false, many: true },
      },
      options: { isbn: { summary: 'Its number', required: true, value_name: 'ISBN' } },
    },
    'book remove': {
      summary: 'Removes a book',
      danger: 'destructive',
      args: { id: { summary: 'Which one' } },
      options: { force: { type: 'boolean', summary: 'Without a question' } },
      deprecated: 'Deprecated',
    },
    scan: { summary: 'Reads the shelf', danger: 'safe', hidden: true },
  },
}

/** Of which kinds each format loses something of it. */
export const LOST: Readonly<Record<string, readonly string[]>> = {
  surety: [],
  manifest: ['text', 'values'],
  'cli-schema': ['text'],
  usage: ['values'],
  opencli: ['danger', 'text', 'values'],
  uapi: ['danger', 'examples', 'grammar', 'text', 'values'],
}
