import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'

import { createClient, runBatch } from '@surety/client/unstable/client'
import type { OutcomeMeta } from 'surety/unstable/contract'
import type { Screen } from 'surety/unstable/human'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { openLines } from './open-lines.ts'
import { BatchTally, rowWriter, type BatchRow } from './batch-row.ts'
import { Settling } from './in-doubt.ts'
import { callOptions, toClientOptions } from '../run/call-options.ts'
import { allowEnv, batchErrors, batchName, openQueue, queueOption } from './open-batch.ts'
import { count, examples, flag, lasting, problemIf, text } from '../../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Runs the calls listed in a file, one JSON value per line',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'Every call succeeded',
    PARTIAL_FAILURE: 'At least one call failed or is in doubt; its line says why',
    ARG_ERROR: 'Two calls have the same id',
    NOT_FOUND: 'The file does not exist',
    PRECONDITION: 'The file, the state file or the queue cannot be used',
    PERMISSION_DENIED: 'The server of the queue refused the user or password',
    UNAVAILABLE: 'Another batch uses the same state file, or the queue does not answer',
  },
  errors: {
    CALLS_FAILED: lasting('PARTIAL_FAILURE', 'At least one call failed'),
    CALLS_IN_DOUBT: lasting(
      'PARTIAL_FAILURE',
      'No call failed, and the end of at least one was not seen',
    ),
    ID_REPEATED: { exit: 'ARG_ERROR', description: 'Two calls have the same id; nothing was run' },
    ...batchErrors,
  },
  args: {
    file: s.string().describe('File of calls, one JSON value per line; - for standard input'),
  },
  options: {
    ...callOptions,
    concurrency: count('Calls to run at once', 1, 256).default(4).short('c'),
    unordered: flag('Prints answers as calls end, not in input order'),
    state: text('File that records finished calls, so that the batch can be resumed'),
    rerunInDoubt: flag('Repeats interrupted calls even if they may have changed something'),
    ...queueOption,
    batch: batchName
      .optional()
      .describe('Name of the batch on the queue; default from the file and its content'),
    detach: flag('Puts the calls on the queue and does not wait for answers'),
    allowEnv,
  },
  examples: examples({
    'Run eight calls at once, and be able to resume':
      'surety batch calls.ndjson --concurrency 8 --state calls.state --format jsonl',
  }),
  filter: 'on-request',
  timeoutMs: 0,
  validate: ({ options }) => {
    const { queue, state } = options
    const code = 'INVALID_VALUE'
    const alone = (['batch', 'detach'] as const).find((name) => options[name])
    if (queue === undefined)
      return problemIf(alone !== undefined, `--${alone}`, code, 'It needs --queue.')
    const message = 'A batch is kept in a state file or on a queue, not in both.'
    return problemIf(state !== undefined, '--state', code, message)
  },
  view: (rows) => (Array.isArray(rows) ? (rows as unknown as BatchRow[]).map(toColumns) : rows),
  text: drawn,
  failureText: drawn,
  run: async function* (ctx) {
    const { args, options, processEnv } = ctx
    const client = createClient(await toClientOptions(options, processEnv))
    const { lines, total, name = randomUUID() } = await openLines(args.file, ctx)
    const tally = new BatchTally()
    const order = options.unordered ? 'completion' : 'input'
    const { batch = name } = options
    const settling = new Settling(options.state ?? batch, options.queue)
    const toRow = rowWriter(processEnv, options.queue, settling)
    const { detach, allowEnv: allowedEnv } = options
    const queue = options.queue === undefined ? undefined : await openQueue(ctx, options, batch)
    // The worker reads the file of a dialect itself.
    const dialect =
      typeof client.options.dialect === 'object' ? resolve(options.dialect) : options.dialect
    const run = { ...client.options, dialect }
    const records =
      queue?.run(lines, { order, run, detach, allowedEnv }) ??
      runBatch(client, lines, {
        concurrency: options.concurrency,
        order,
        rerunInDoubt: options.rerunInDoubt,
        signal: ctx.signal,
        ...(options.state !== undefined && { state: options.state }),
      })
    if (total !== undefined) ctx.progress('Running', { done: 0, total })
    for await (const record of records) {
      tally.add(record)
      const { total: done, failed, inDoubt } = tally
      const status = `Running${failed > 0 ? `, ${failed} failed` : ''}${inDoubt > 0 ? `, ${inDoubt} in doubt` : ''}`
      if (total === undefined) ctx.progress(`${status} (${done})`)
      else ctx.progress(status, { done, total })
      yield Buffer.from(`${JSON.stringify(toRow(record))}\n`)
    }
    const report = { ...tally.report(), ...(queue && { batch }) }
    if (tally.succeeded === tally.total) return report
    ctx.addMeta('report', report)
    const { code, message, facts } = tally.failure(settling)
    return ctx.fail(code, message, facts)
  },
})

async function drawn(rows: unknown, screen: Screen, meta: OutcomeMeta): Promise<string> {
  const { batchText } = await import('./batch-text.ts')
  return batchText(rows as readonly BatchRow[], screen, meta)
}

/** The columns of a table in a file; at a terminal `batch-text.ts` draws. */
function toColumns(row: BatchRow): object {
  const { index, id, argv, ok, error, attempts, duration_ms, resumed } = row
  const code = error?.code ?? null
  const call = { id: id ?? index, call: quoteWords(argv), ok, code, attempts, duration_ms }
  return { ...call, resumed: resumed ? 'yes' : '' }
}
