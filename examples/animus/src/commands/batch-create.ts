import { defineCommand, s } from 'surety'

import { BadItem, batchCode, readItems, runBatch } from '../batch.ts'
import { parseItem } from '../batch-item.ts'
import { globals } from '../project.ts'
import { exitCodes, kindOption, openScope } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { createSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Adds the subjects of a file',
  danger: 'mutating',
  exitCodes: { ...exitCodes, GENERAL_ERROR: 'Some of the items failed' },
  errors,
  globals,
  options: {
    ...kindOption,
    file: s.string().path().describe('JSON file with 1 to 100 items'),
    onError: s
      .enum(['stop', 'continue'])
      .default('stop')
      .describe('What a failed item does to the rest'),
  },
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const read = await readItems(ctx.options.file)
    if ('problem' in read) return ctx.fail('invalid_input', read.problem)
    const now = ctx.now().toISOString()
    const batch = { kind, verb: 'batch-create', onError: ctx.options.onError }
    const result = await runBatch(batch, read.items, (value) => {
      const { title, ...fields } = parseItem(value)
      if (title === undefined) throw new BadItem('title is missing')
      return project.subjects.update((book) => createSubject(book, kind, { ...fields, title }, now))
    })
    const { summary } = result
    if (summary.failed > 0) {
      const message = `${summary.failed} of ${summary.requested} items failed, ${summary.succeeded} succeeded`
      ctx.fail(batchCode(result), message, { details: { ...result } })
    }
    ctx.effect('created')
    return result
  },
})
