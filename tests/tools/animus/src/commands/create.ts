import { defineCommand, s } from 'surety'

import { globals } from '../project.ts'
import {
  exitCodes,
  fieldOptions,
  kindOption,
  openScope,
  orFail,
  parseLabels,
  present,
} from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { createSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Adds a subject',
  danger: 'mutating',
  exitCodes,
  errors,
  globals,
  options: {
    ...kindOption,
    title: s
      .string()
      .min(1)
      .pattern(/\S|^$/, 'text that is not blank')
      .describe('What is to be done'),
    ...fieldOptions,
  },
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const { labels, ...fields } = ctx.options
    const parsed = parseLabels(labels)
    const now = ctx.now().toISOString()
    const subject = await orFail(
      ctx,
      project.subjects.update((book) =>
        createSubject(book, kind, { ...fields, ...(parsed && { labels: parsed }) }, now),
      ),
    )
    ctx.effect('created')
    return present(ctx, kind, 'create', subject)
  },
})
