import { defineCommand, s, type Infer } from 'surety'

import { dayOf } from '../due.ts'
import {
  errors,
  exitCodes,
  openStoreFor,
  presentListing,
  projectOrFail,
  sortOptions,
} from '../task-command.ts'
import { openTasks, sameName } from '../tasks.ts'
import { shapes } from '../shapes.ts'
import { taskRows } from '../views.ts'

export const command = defineCommand({
  description: 'Lists open tasks; without options those that are due',
  danger: 'safe',
  exitCodes,
  errors,
  type: 'task_list',
  types: ['task_ids'],
  options: {
    project: s.string().optional().short('p').describe('Only this project'),
    label: s.string().optional().short('l').describe('Only this label'),
    filter: s.string().optional().short('f').describe('Only tasks with this text'),
    all: s.boolean().default(false).describe('Everything that is open'),
    ids: s.boolean().default(false).describe('Only the ids'),
    ...sortOptions,
  },
  output: s.union([shapes.task_list, shapes.task_ids]),
  view: (rows) => (areTasks(rows) ? taskRows(rows) : rows),
  run: async (ctx) => {
    const { options } = ctx
    const store = openStoreFor(ctx)
    const book = await store.book.read()
    const project =
      options.project === undefined ? undefined : projectOrFail(ctx, book, options.project)
    const today = dayOf(ctx.now())
    const isNarrowed =
      options.all ||
      project !== undefined ||
      options.label !== undefined ||
      options.filter !== undefined
    const tasks = openTasks(book).filter(
      (task) =>
        (isNarrowed || (task.due !== null && task.due.date <= today)) &&
        (project === undefined || task.project_id === project.id) &&
        (options.label === undefined ||
          task.labels.some((label) => sameName(label, options.label ?? ''))) &&
        (options.filter === undefined ||
          task.content.toLowerCase().includes(options.filter.toLowerCase())),
    )
    const rows = await presentListing(ctx, store, tasks, options)
    return options.ids
      ? ctx.withType(
          'task_ids',
          rows.map((row) => row.id),
        )
      : rows
  },
})

type Rows = Infer<typeof shapes.task_list>

function areTasks(rows: Rows | readonly string[]): rows is Rows {
  return typeof rows[0] !== 'string'
}
