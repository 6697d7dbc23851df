import { defineCommand, s } from 'surety'

import { BadItem, batchCode, readItems, runBatch } from '../batch.ts'
import { parseItem } from '../batch-item.ts'
import { globals } from '../project.ts'
import { exitCodes, kindOption, openScope } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { qualify, updateSubject } from '../subjects.ts'

export const command = defineCommand({
  description: 'Changes the subjects of a file',
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
    const batch = { kind, verb: 'batch-update', onError: ctx.options.onError }
    const result = await runBatch(batch, read.items, (value) => {
      const { id, ...fields } = parseItem(value)
      if (id === undefined) throw new BadItem('id is missing')
      return project.subjects.update((book) => updateSubject(book, qualify(kind, id), fields, now))
    })
    const { summary } = result
    if (summary.failed > 0) {
      const message = `${summary.failed} of ${summary.requested} items failed, ${summary.succeeded} succeeded`
      ctx.fail(batchCode(result), message, { details: { ...result } })
    }
    ctx.effect('updated')
    return result
  },
})
