import { BadItem } from '../batch.ts'
import { defineBatch } from '../batch-command.ts'
import { createSubject } from '../subjects.ts'

export const command = defineBatch({
  description: 'Adds the subjects of a file',
  verb: 'batch-create',
  effect: 'created',
  change: (book, { title, ...fields }, { kind, now }) => {
    if (title === undefined) throw new BadItem('title is missing')
    return createSubject(book, kind, { ...fields, title }, now)
  },
})
