import { defineCommand, s } from 'surety'

import { errors, exitCodes, findTask, idOption, openStoreFor, reference } from '../task-command.ts'
import { removeTask } from '../tasks.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Deletes a task',
  danger: 'mutating',
  exitCodes: { ...exitCodes, PRECONDITION: 'The deletion was not confirmed' },
  errors,
  type: 'task_deleted',
  types: ['deletion_preview'],
  interactive: true,
  args: reference,
  options: { ...idOption, yes: s.boolean().default(false).short('y').describe('Asks nothing') },
  output: shapes.task_touched,
  text: ({ content }) => `Deleted: ${content}`,
  dryRun: async (ctx) => {
    const task = await findTask(ctx, openStoreFor(ctx), ctx.args.ref, ctx.options.id)
    const touched = { task_id: task.id, content: task.content }
    return ctx.withType('deletion_preview', { effect: 'would_delete', would_affect: [touched] })
  },
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id)
    const confirmed = `Confirm with: td delete ${task.id} --id --yes`
    if (!ctx.options.yes && !ctx.isInteractive) {
      return ctx.fail(
        'validation_error',
        'Deleting needs a confirmation, and nobody can be asked.',
        { suggestion: confirmed, phase: 'validation' },
      )
    }
    if (
      !ctx.options.yes &&
      !(await ctx.prompt.confirm(`Delete '${task.content}'?`, { flag: '--yes' }))
    ) {
      return ctx.fail('validation_error', 'Nothing was deleted.', {
        suggestion: confirmed,
        phase: 'validation',
      })
    }
    await store.book.update((book) => ({ document: removeTask(book, task.id), result: null }))
    ctx.effect('deleted')
    return { task_id: task.id, content: task.content }
  },
})
