import { createClient, runBatch } from '../../../client/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { openLines } from './open-lines.ts'
import { BatchTally, toRow, type BatchRow } from './batch-row.ts'
import { callOptions, toClientOptions } from '../run/call-options.ts'
import { stateErrors } from './doubts.ts'
import { flag, lasting, text } from '../../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Runs the calls listed in a file, one JSON value per line',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'Every call succeeded',
    PARTIAL_FAILURE: 'At least one call failed; its line says why',
    ARG_ERROR: 'Two calls have the same id',
    NOT_FOUND: 'The file does not exist',
    PRECONDITION: 'The file or the state file cannot be read',
    UNAVAILABLE: 'Another batch uses the same state file',
  },
  errors: {
    CALLS_FAILED: lasting('PARTIAL_FAILURE', 'At least one call failed'),
    ID_REPEATED: { exit: 'ARG_ERROR', description: 'Two calls have the same id; nothing was run' },
    ...stateErrors,
  },
  args: {
    file: s.string().describe('File of calls, one JSON value per line; - for standard input'),
  },
  options: {
    ...callOptions,
    concurrency: s.integer().min(1).max(256).default(4).short('c').describe('Calls to run at once'),
    unordered: flag('Answers in order of completion, not of input'),
    state: text('File that records finished calls, so that the batch can be resumed'),
    rerunInDoubt: flag('Repeats interrupted calls even if they may have changed something'),
  },
  examples: [
    {
      description: 'Eight calls at once, resumable, one line per answer',
      command: 'surety batch calls.ndjson --concurrency 8 --state calls.state --format jsonl',
    },
  ],
  filter: 'on-request',
  timeoutMs: 0,
  view: (rows) => (Array.isArray(rows) ? (rows as unknown as BatchRow[]).map(toColumns) : rows),
  run: async function* (ctx) {
    const { args, options, processEnv } = ctx
    const client = createClient(await toClientOptions(options, processEnv))
    const redactor = createRedactor({ env: processEnv })
    const { lines, total } = await openLines(args.file, ctx)
    const tally = new BatchTally()
    const records = runBatch(client, lines, {
      concurrency: options.concurrency,
      order: options.unordered ? 'completion' : 'input',
      rerunInDoubt: options.rerunInDoubt,
      signal: ctx.signal,
      ...(options.state !== undefined && { state: options.state }),
    })
    if (total !== undefined) ctx.progress('Running', { done: 0, total })
    for await (const record of records) {
      tally.add(record)
      const { total: done, failed } = tally
      const status = failed === 0 ? 'Running' : `Running, ${failed} failed`
      if (total === undefined) ctx.progress(`${status} (${done})`)
      else ctx.progress(status, { done, total })
      yield Buffer.from(`${JSON.stringify(toRow(record, redactor))}\n`)
    }
    if (tally.failed === 0) return tally.report()
    ctx.addMeta('report', tally.report())
    return ctx.fail('CALLS_FAILED', `${tally.failed} of ${tally.total} calls failed.`, {
      detail: `${tally.named.join(', ')}${tally.failed > tally.named.length ? ', …' : ''}`,
    })
  },
})

/** The columns shown at a terminal. */
function toColumns(row: BatchRow): object {
  const { index, id, argv, ok, error, attempts, duration_ms, resumed } = row
  const code = error?.code ?? null
  return { id: id ?? index, call: quoteWords(argv), ok, code, attempts, duration_ms, resumed }
}
