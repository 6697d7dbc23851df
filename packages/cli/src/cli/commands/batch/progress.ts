import { defineCommand } from 'surety/unstable/runtime'
import { BatchTally, rowWriter } from './batch-row.ts'
import { aboutBatch, batchName, openBatch, stateExits } from './open-batch.ts'
import { examples, problemIf } from '../../input/option-kinds.ts'

export const status = defineCommand({
  ...aboutBatch,
  description: 'Counts the calls of a batch, also while it runs',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The counts are in data', ...stateExits },
  examples: examples({ 'See how far the batch is': 'surety batch status calls.state' }),
  run: async (ctx) => {
    const { batch, queue } = await openBatch(ctx, 'read')
    const counts = { ...(await batch.counts()) }
    if (queue === undefined) return counts
    const workers = await queue.backend.workers()
    if (workers.length === 0 && counts.waiting > 0) ctx.warn('No worker is connected to the queue.')
    return { ...counts, workers: workers.map(({ id: _id, ...worker }) => worker) }
  },
})

export const results = defineCommand({
  ...aboutBatch,
  description: 'Prints the answers that a batch has so far, in the order of its calls',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The answers so far are printed', ...stateExits },
  examples: examples({
    'Come back to a batch that was left on a queue':
      'surety batch results nightly --queue SURETY_QUEUE --format jsonl',
  }),
  filter: 'on-request',
  timeoutMs: 0,
  run: async function* (ctx) {
    const toRow = rowWriter(ctx.processEnv, ctx.options.queue)
    const tally = new BatchTally()
    const { batch } = await openBatch(ctx, 'read')
    for await (const record of batch.results()) {
      tally.add(record)
      yield Buffer.from(`${JSON.stringify(toRow(record))}\n`)
    }
    const { waiting, running, in_doubt } = await batch.counts()
    return { ...tally.report(), waiting, running, in_doubt }
  },
})

export const cancel = defineCommand({
  ...aboutBatch,
  description: 'Ends the running calls of a batch and starts no more',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The batch starts no more calls', ...stateExits },
  examples: examples({
    'Stop the rest of a batch': 'surety batch cancel nightly --queue SURETY_QUEUE',
  }),
  dryRun: ({ args }) => ({ effect: 'would_update', would_affect: { batch: args.state } }),
  run: async (ctx) => {
    const { batch } = await openBatch(ctx, 'read')
    const isNew = await batch.cancel()
    ctx.effect(isNew ? 'updated' : 'noop')
    return { ...(await batch.counts()) }
  },
})

export const remove = defineCommand({
  ...aboutBatch,
  description: 'Deletes a finished batch and its answers from the queue',
  danger: 'destructive',
  exitCodes: { SUCCESS: 'The queue no longer knows the batch', ...stateExits },
  args: { state: batchName.describe('Name of the batch') },
  examples: examples({
    'Delete a batch whose answers are no longer needed':
      'surety batch delete nightly --queue SURETY_QUEUE --confirm-destructive',
  }),
  validate: ({ options }) =>
    problemIf(
      options.queue === undefined,
      '--queue',
      'MISSING_ARGUMENT',
      'Only a batch on a queue is deleted this way; delete a state file with rm.',
    ),
  dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: { batch: args.state } }),
  run: async (ctx) => {
    const { queue } = await openBatch(ctx, 'use')
    const counts = await queue!.backend.delete()
    ctx.effect('deleted')
    return { ...counts }
  },
})
