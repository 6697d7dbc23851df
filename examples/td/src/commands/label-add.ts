import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor } from '../task-command.ts'
import { sameName } from '../tasks.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Adds a label',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'label_created',
  args: { name: s.array(s.string()).min(1).describe('Name of the label') },
  output: shapes.label_created,
  text: ({ name, created }) => `${created ? 'Added' : 'Already there'}: ${name}`,
  run: async (ctx) => {
    const name = ctx.args.name.join(' ')
    const { label, created } = await openStoreFor(ctx).book.update((book) => {
      const same = book.labels.find((other) => sameName(other.name, name))
      if (same) return { document: book, result: { label: same, created: false } }
      const label = { id: `l${book.next + 1}`, name }
      const document = { ...book, next: book.next + 1, labels: [...book.labels, label] }
      return { document, result: { label, created: true } }
    })
    ctx.effect(created ? 'created' : 'noop')
    return { ...label, created }
  },
})
