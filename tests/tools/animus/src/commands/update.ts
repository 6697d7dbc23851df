import { defineCommand } from 'surety'

import { globals } from '../project.ts'
import {
  exitCodes,
  fieldOptions,
  idOption,
  kindOption,
  openScope,
  orFail,
  parseLabels,
  present,
} from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { qualify, updateSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Changes a subject',
  danger: 'mutating',
  exitCodes,
  errors,
  globals,
  options: { ...kindOption, ...idOption, ...fieldOptions },
  validate: ({ options }) =>
    [options.status, options.priority, options.labels, options.body].every(
      (value) => value === undefined,
    )
      ? [{ param: '--status', code: 'MISSING_ARGUMENT', message: 'Nothing to change was given.' }]
      : [],
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const { labels, id, ...fields } = ctx.options
    const parsed = parseLabels(labels)
    const now = ctx.now().toISOString()
    const subject = await orFail(
      ctx,
      project.subjects.update((book) =>
        updateSubject(
          book,
          qualify(kind, id),
          { ...fields, ...(parsed && { labels: parsed }) },
          now,
        ),
      ),
    )
    ctx.effect('updated')
    return present(ctx, kind, 'update', subject)
  },
})
