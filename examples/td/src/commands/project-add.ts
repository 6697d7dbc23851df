import { defineCommand, s } from 'surety'

import { errors, exitCodes, openStoreFor } from '../task-command.ts'
import { findProject, type Project } from '../tasks.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Adds a project',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'project_created',
  args: { name: s.array(s.string()).min(1).describe('Name of the project') },
  options: { favorite: s.boolean().default(false).describe('Marks it as a favourite') },
  output: shapes.project_created,
  text: ({ name, created }) => `${created ? 'Added' : 'Already there'}: ${name}`,
  run: async (ctx) => {
    const name = ctx.args.name.join(' ')
    const { project, created } = await openStoreFor(ctx).book.update((book) => {
      const same = findProject(book, name)
      if (same) return { document: book, result: { project: same, created: false } }
      const project: Project = {
        id: `p${book.next + 1}`,
        name,
        is_favorite: ctx.options.favorite,
        is_inbox_project: false,
      }
      const document = { ...book, next: book.next + 1, projects: [...book.projects, project] }
      return { document, result: { project, created: true } }
    })
    ctx.effect(created ? 'created' : 'noop')
    return { ...project, created }
  },
})
