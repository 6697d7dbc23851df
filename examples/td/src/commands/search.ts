import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor, presentListing, projectOrFail } from '../task-command.ts'
import { openTasks } from '../tasks.ts'
import { shapes } from '../shapes.ts'
import { taskRows } from '../views.ts'

export const command = defineCommand({
  description: 'Finds open tasks by text',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task_list',
  args: { query: s.array(s.string()).min(1).describe('Text to look for') },
  options: { project: s.string().optional().short('p').describe('Only this project') },
  output: shapes.task_list,
  view: taskRows,
  run: async (ctx) => {
    const store = openStoreFor(ctx)
    const book = await store.book.read()
    const { project } = ctx.options
    const wanted = project === undefined ? undefined : projectOrFail(ctx, book, project).id
    const query = ctx.args.query.join(' ').toLowerCase()
    const found = openTasks(book).filter(
      (task) =>
        `${task.content}\n${task.description}`.toLowerCase().includes(query) &&
        (wanted === undefined || task.project_id === wanted),
    )
    return presentListing(ctx, store, found, { reverse: false })
  },
})
