import { defineCommand, s, type Command } from 'surety'

import { parseItem, type Item } from './batch-item.ts'
import { batchCode, readItems, runBatch } from './batch.ts'
import { globals } from './project.ts'
import { exitCodes, kindOption, openScope } from './subject-command.ts'
import { errors } from './subject-context.ts'
import type { Book, Subject } from './subjects.ts'

/** What differs between the batch commands. */
export interface BatchKind {
  readonly description: string
  readonly verb: string
  readonly effect: 'created' | 'updated'
  /** Applies one item to the book; throws if that is not allowed. */
  readonly change: (
    book: Book,
    item: Item,
    place: { readonly kind: string; readonly now: string },
  ) => { document: Book; result: Subject }
}

/** Declares a command that applies every item of a file; it fails if any item fails. */
export function defineBatch({ description, verb, effect, change }: BatchKind): Command {
  return defineCommand({
    description,
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
      if ('problem' in read) {
        return ctx.fail('invalid_input', read.problem, { phase: 'validation' })
      }
      const now = ctx.now().toISOString()
      const batch = { kind, verb, onError: ctx.options.onError }
      const result = await runBatch(batch, read.items, (value) => {
        const item = parseItem(value)
        return project.subjects.update((book) => change(book, item, { kind, now }))
      })
      const { summary } = result
      if (summary.failed > 0) {
        const { failed, requested, succeeded } = summary
        const items = requested === 1 ? 'item' : 'items'
        ctx.fail(
          batchCode(result),
          `${failed} of ${requested} ${items} failed, ${succeeded} succeeded`,
          {
            details: { ...result },
            ...(succeeded === 0 && { phase: 'validation' }),
          },
        )
      }
      ctx.effect(effect)
      return result
    },
  })
}
