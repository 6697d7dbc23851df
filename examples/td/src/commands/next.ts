import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor, presentTask, projectOrFail } from '../task-command.ts'
import { openTasks, sortTasks } from '../tasks.ts'
import { shapes } from '../shapes.ts'
import { taskCard } from '../views.ts'

export const command = defineCommand({
  description: 'Shows the task to do next: the most urgent, then the one due first',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task',
  types: ['nothing_to_do'],
  options: { project: s.string().optional().short('p').describe('Only this project') },
  output: s.union([shapes.task, shapes.nothing_to_do]),
  view: (task) => ('id' in task ? taskCard(task) : 'Nothing to do.'),
  run: async (ctx) => {
    const book = await openStoreFor(ctx).book.read()
    const { project } = ctx.options
    const wanted = project === undefined ? undefined : projectOrFail(ctx, book, project).id
    const tasks = openTasks(book).filter(
      (task) => wanted === undefined || task.project_id === wanted,
    )
    const [first] = sortTasks(tasks, 'priority', book)
    return first ? presentTask(first, book) : ctx.withType('nothing_to_do', {})
  },
})
