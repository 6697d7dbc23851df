import { defineCommand, s } from 'surety'

import {
  changeOrFail,
  errors,
  exitCodes,
  findTask,
  idOption,
  openStoreFor,
  projectOrFail,
  reference,
} from '../task-command.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Moves a task to another project',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task_moved',
  args: reference,
  options: { ...idOption, project: s.string().short('p').describe('Where to, by name or id') },
  output: shapes.task_moved,
  text: ({ content, project_name }) => `Moved to ${project_name}: ${content}`,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const task = await findTask(ctx, store, ctx.args.ref, ctx.options.id)
    const project = await store.book.update((book) => {
      const found = projectOrFail(ctx, book, ctx.options.project)
      const { document } = changeOrFail(ctx, book, task.id, (before) => ({
        ...before,
        project_id: found.id,
      }))
      return { document, result: found }
    })
    ctx.effect(task.project_id === project.id ? 'noop' : 'updated')
    return {
      task_id: task.id,
      content: task.content,
      project_id: project.id,
      project_name: project.name,
    }
  },
})
