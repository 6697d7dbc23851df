import { BadItem } from '../batch.ts'
import { defineBatch } from '../batch-command.ts'
import { qualify, updateSubject } from '../subjects.ts'

export const command = defineBatch({
  description: 'Changes the subjects of a file',
  verb: 'batch-update',
  effect: 'updated',
  change: (book, { id, ...fields }, { kind, now }) => {
    if (id === undefined) throw new BadItem('id is missing')
    return updateSubject(book, qualify(kind, id), fields, now)
  },
})
